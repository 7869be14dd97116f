import { and, eq, isNull } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { accountVerified, emailChanged } from '#src/features/accounts/events.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { Conflict, Invalid } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { confirmPassword, isStill } from './personal-data.ts'
import { redeemCode, requestCode } from './sign-in/codes.ts'
import { hashToken } from './sign-in/login-sessions.ts'
import type { Client } from './sign-in/logins.ts'
import { accountColumns, users } from './table.ts'

type Asked = { email: string; password: string; code?: string | undefined }

/**
 * Gives an account that never verified its e-mail another one (in lower case), which the code mailed there proves. Without
 * the code it mails one, if it may (`mayAskForCode`), and returns null; else the changed account. Throws `Conflict` when the account's e-mail is verified
 * or the new one has an account, `Invalid` for a wrong password or code, or the same e-mail.
 */
export async function changeEmail(
  deps: Pick<Deps, 'db' | 'env' | 'jobs' | 'log' | 'now'>,
  account: Account,
  { email, password, code }: Asked,
  { client, browser, mayMail }: { client: Client; browser: string; mayMail: boolean },
): Promise<Account | null> {
  const { id: accountId, email: was } = account
  if (account.emailVerified) throw isVerified()
  if (email === was) throw new Invalid({ email: 'This is your e-mail already.' })
  await confirmPassword(deps.db, account, password)
  const asked = { purpose: 'change-email', email, browser } as const
  if (!code) {
    await refuseTaken(deps.db, email)
    if (mayMail) await requestCode(deps, { ...asked, ...client })
    return null
  }
  return redeemCode(deps, { ...asked, code }, async (tx) => {
    await refuseTaken(tx, email)
    const [changed] = await tx
      .update(users)
      .set({ email, emailVerifiedAt: deps.now() })
      .where(and(isStill(account), isNull(users.emailVerifiedAt)))
      .returning(accountColumns)
    if (!changed) throw isVerified()
    await deps.jobs.emit(tx, emailChanged, { accountId, was: hashToken(was) })
    await deps.jobs.emit(tx, accountVerified, { accountId })
    return changed
  })
}

async function refuseTaken(db: Deps['db'] | Tx, email: string): Promise<void> {
  if ((await db.$count(users, eq(users.email, email))) > 0)
    throw new Conflict('An account with this email already exists')
}

const isVerified = () => new Conflict('This e-mail is verified. To change it, write to us.')
