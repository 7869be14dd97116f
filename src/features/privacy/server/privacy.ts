import type { Deps } from '#src/deps.ts'
import * as accounts from '#src/features/accounts/server/accounts.ts'
import * as applications from '#src/features/applications/server/applications.ts'
import * as audit from '#src/features/audit/server/audit.ts'
import * as bookings from '#src/features/bookings/server/bookings.ts'
import * as coaches from '#src/features/coaches/server/coaches.ts'
import * as contacts from '#src/features/contacts/server/contacts.ts'
import * as desk from '#src/features/desk/server/desk.ts'
import * as messages from '#src/features/messages/server/messages.ts'
import * as notifications from '#src/features/notifications/server/notifications.ts'
import * as payments from '#src/features/payments/server/payments.ts'
import * as ratings from '#src/features/ratings/server/ratings.ts'
import * as sessions from '#src/features/sessions/server/sessions.ts'
import * as stories from '#src/features/stories/server/stories.ts'
import type { Tx } from '#src/platform/database/db.ts'
import type { Account } from '#src/platform/http/guards.ts'

export { exportData } from './personal-data.ts'

/**
 * Deletes an account: the person is logged out everywhere, and what says whose things were goes. Bookings, orders and
 * refunds keep their figures. Throws `Invalid` for a wrong password; `Conflict` for owners, admins and coaches, while
 * sessions lie ahead or are not settled, and while a payment is under way or with a bank.
 */
export async function eraseAccount(deps: Deps, person: Account, password: string): Promise<void> {
  await accounts.confirmPassword(deps.db, person, password)
  await deps.db.transaction((tx) => checkMayLeave(deps, tx, person))
  // The provider is asked, so this comes before the transaction.
  await payments.releaseOrders(deps, person)
  await deps.db.transaction(async (tx) => {
    await checkMayLeave(deps, tx, person)
    await payments.refuseOpenOrders(tx, person)
    await forgetAccount(tx, person)
  })
  deps.log.info({ account: person.id }, 'an account was deleted by its owner')
}

/** Removes, in the caller's transaction and under its lock of the account, all that says whose things were. */
export async function forgetAccount(tx: Tx, person: Account): Promise<void> {
  const marks = [
    ...(await messages.forgetPerson(tx, person)),
    ...(await applications.forgetPerson(tx, person)),
    ...(await contacts.forgetPerson(tx, person)),
    ...(await payments.forgetPerson(tx, person)),
    ...(await sessions.forgetPerson(tx, person)),
    ...(await bookings.forgetPerson(tx, person)),
  ]
  await ratings.forgetPerson(tx, person)
  const told = await stories.forgetPerson(tx, person)
  await coaches.forgetPerson(tx, person)
  await desk.forgetPerson(tx, person)
  // Nobody has proved to have a phone number: what went to one that others gave too may be theirs.
  const shared = await messages.numbersOnRecord(tx, marks)
  const own = marks.filter((mark) => !shared.includes(mark))
  await accounts.forgetPerson(tx, person)
  // Last: what waited for one of the rows above may have queued a mail.
  const sent = await notifications.forgetPerson(tx, person, own)
  await audit.forgetSentences(
    tx,
    [person.id, ...marks, ...told, ...sent],
    person.emailVerified ? person.email : undefined,
  )
}

/** Removes what has been kept for as long as docs/personal-data.md says. */
export async function forgetOld({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    const old = await applications.findOldApplications(tx, at)
    await messages.forgetApplications(tx, old)
    await applications.forgetOld(tx, old, at)
    const asked = await contacts.forgetOld(tx, at)
    await payments.forgetOld(tx, at)
    const sent = await notifications.forgetOld(tx, at)
    await accounts.forgetOld(tx, at)
    await audit.forgetSentences(tx, [...old, ...asked, ...sent])
  })
}

async function checkMayLeave({ now }: Deps, tx: Tx, person: Account): Promise<void> {
  await accounts.lockPerson(tx, person)
  await coaches.refuseCoach(tx, person)
  await bookings.refuseUpcoming(tx, person, now())
  await sessions.refuseOpen(tx, person)
  await payments.refuseDisputed(tx, person)
}
