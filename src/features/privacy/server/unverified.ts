import { and, eq, isNull, lte, not, notExists, notLike, type SQL } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { accountColumns, isStaff, users } from '#src/features/accounts/server/table.ts'
import { coachApplications } from '#src/features/applications/server/table.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { contacts } from '#src/features/contacts/server/table.ts'
import { messages } from '#src/features/messages/server/table.ts'
import { addressOfNobody, composeMail, queueMail } from '#src/features/notifications/server/notifications.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { ratings } from '#src/features/ratings/server/table.ts'
import { successStories } from '#src/features/stories/server/table.ts'
import type { Env } from '#src/platform/config/env.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { daysInMs, keepDays, showDays } from '#src/shared/keep-days.ts'
import { forgetAccount } from './privacy.ts'

/** How long before its end the address of an account is told. */
const toldDaysBefore = 7
/** In one day's run: the rest follows on the next days. */
const atOnce = 500

/**
 * Accounts whose e-mail nobody verified in 30 days, and which did nothing: the address may be somebody's who knows nothing
 * of it. Their address is told 7 days before, with what keeps the account, then they are deleted.
 */
export async function forgetUnverified(deps: Deps): Promise<void> {
  const at = deps.now()
  const tellFrom = new Date(at.getTime() - daysInMs(keepDays.unverifiedAccounts - toldDaysBefore))
  const toTell = await findIdle(deps.db, and(isNull(users.forgetAt), lte(users.createdAt, tellFrom)))
  const forgetAt = new Date(at.getTime() + daysInMs(toldDaysBefore))
  for (const { id, email } of toTell)
    await deps.db.transaction(async (tx) => {
      const told = await tx
        .update(users)
        .set({ forgetAt })
        .where(and(eq(users.id, id), isNull(users.forgetAt)))
        .returning({ id: users.id })
      if (!told.length) return
      const mail = accountEndsMail(deps.env, email)
      await queueMail(deps, tx, { ...mail, dedupeKey: `account-ends:${id}`, audience: 'staff' })
    })

  for (const person of await findIdle(deps.db, lte(users.forgetAt, at)))
    await deps.db.transaction(async (tx) => {
      // What was verified or done in this moment stays.
      const [still] = await findIdle(tx, eq(users.id, person.id)).for('update')
      if (still) await forgetAccount(tx, still)
    })
}

/** Unverified accounts that did nothing, the oldest first. */
function findIdle(db: Db | Tx, which: SQL | undefined) {
  const did = [
    notExists(db.select().from(bookings).where(eq(bookings.playerId, users.id))),
    notExists(db.select().from(orders).where(eq(orders.playerId, users.id))),
    notExists(db.select().from(messages).where(eq(messages.senderId, users.id))),
    notExists(db.select().from(successStories).where(eq(successStories.userId, users.id))),
    notExists(db.select().from(ratings).where(eq(ratings.userId, users.id))),
    notExists(db.select().from(contacts).where(eq(contacts.userId, users.id))),
    notExists(db.select().from(coachApplications).where(eq(coachApplications.userId, users.id))),
    notExists(db.select().from(coaches).where(eq(coaches.userId, users.id))),
  ]
  const isNobodys = and(isNull(users.emailVerifiedAt), not(isStaff), notLike(users.email, addressOfNobody('%')))
  return db
    .select(accountColumns)
    .from(users)
    .where(and(which, isNobodys, ...did))
    .orderBy(users.createdAt)
    .limit(atOnce)
}

function accountEndsMail(env: Pick<Env, 'baseUrl' | 'mailFrom' | 'seller'>, to: string) {
  return composeMail(env, {
    to,
    subject: `Your account ends in ${showDays(toldDaysBefore)}`,
    preheader: 'Verify your e-mail to keep it.',
    title: `Your account ends in ${showDays(toldDaysBefore)}`,
    paragraphs: [
      'Somebody, probably you, signed up at Level Up with this e-mail, and never verified it.',
      `Verify it to keep the account. Otherwise we delete it in ${showDays(toldDaysBefore)}, with all that we know of it.`,
    ],
    action: { label: 'Verify my e-mail', url: `${env.baseUrl}/account#account-e-mail` },
    sections: [{ heading: "Wasn't you?", lines: ['Do nothing: it goes by itself.'] }],
    why: 'You get this because an account has this e-mail.',
  })
}
