import { and, desc, eq, gt, lte, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FastifyRequest } from 'fastify'
import type { Login } from '#src/features/accounts/login-sessions-contract.ts'
import type { LoginOutcome, LoginWay } from '#src/features/accounts/rules.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { networkOf } from '#src/platform/http/limits.ts'
import { logins, users } from '../table.ts'
import { deviceLabel } from './device.ts'

/** Where a login attempt comes from, as its owner may recognise it. */
export type Client = { device: string; network: string }

export function clientOf({ headers, ip }: FastifyRequest): Client {
  return { device: deviceLabel(headers['user-agent']), network: networkOf(ip) }
}

/** How a second factor was proved: six digits come from the app. */
export function wayOf(code: string): LoginWay {
  return code.length === 6 ? 'app-code' : 'recovery-code'
}

type Attempt = Client & { email: string; way: LoginWay; outcome: LoginOutcome; at: Date }

/**
 * Records the outcome of a login attempt. `email` must be in lower case. Attempts with an unknown e-mail are recorded
 * too, without it, so that timing does not reveal accounts.
 */
export async function noteLogin(db: Db | Tx, { email, at, way, outcome, device, network }: Attempt): Promise<void> {
  const userId = sql`(select ${users.id} from ${users} where ${users.email} = ${email})`
  await db.insert(logins).values({ userId, way, outcome, device, network, createdAt: at })
}

/** For `.catch`: records that a proof was refused and rethrows. */
export function noteRefused(db: Db, attempt: Omit<Attempt, 'outcome'>): (refusal: unknown) => Promise<never> {
  return async (refusal) => {
    await noteLogin(db, { ...attempt, outcome: 'refused' })
    throw refusal
  }
}

/** A password without its code says something only when the code did not follow. */
const minutesForCode = 15

/** The last 10 logins of an account and its last 5 failed attempts, so that many failures cannot hide a login. */
export async function listLogins(db: Db, userId: string): Promise<Login[]> {
  const ofAccount = eq(logins.userId, userId)
  const later = alias(logins, 'later')
  const codeFollowed = db
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        eq(later.userId, userId),
        eq(later.outcome, 'opened'),
        eq(later.network, logins.network),
        gt(later.createdAt, logins.createdAt),
        lte(later.createdAt, sql`${logins.createdAt} + ${minutesForCode} * interval '1 minute'`),
      ),
    )
  const isFailure = or(eq(logins.outcome, 'refused'), and(eq(logins.outcome, 'code-missing'), notExists(codeFollowed)))
  const last = (which: typeof isFailure, count: number) =>
    db.select().from(logins).where(and(ofAccount, which)).orderBy(desc(logins.createdAt), desc(logins.id)).limit(count)
  const rows = [...(await last(eq(logins.outcome, 'opened'), 10)), ...(await last(isFailure, 5))]
  return rows
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .map(({ userId: _, createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
}
