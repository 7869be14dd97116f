import { and, eq, isNotNull, ne } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { Conflict, NotAllowed, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { secondFactors, users } from '../table.ts'
import { alertStaff } from './staff-alerts.ts'
import { factorColumns, standingOf } from './staff-door.ts'

/** How long an owner waits whom no other owner can let in. */
const soleOwnerWaits = 24 * 60 * 60_000

/** Until an owner or the operator of the server says yes. */
const withoutYes = new Date('9999-01-01')

/** What somebody waits for who may not set up a second step yet; `until` null: an owner's yes. */
export type StepWait = { until: Date | null }

/**
 * Staff without a second step set a new password by mail: whoever reads their mailbox could have. They set up none until
 * another owner lets them (`answerForStep`); an owner whom nobody can let, after 24 hours. All staff are told.
 */
export async function delayNewStep(
  deps: Pick<Deps, 'env' | 'jobs' | 'now'>,
  tx: Tx,
  { id, name, isOwner }: Account,
): Promise<void> {
  const [before] = await tx.select({ from: users.secondStepFrom }).from(users).where(eq(users.id, id))
  // Who was stopped stays so, however often they reset.
  const isStopped = before?.from?.getTime() === withoutYes.getTime()
  const mayWait = isOwner && !isStopped && !(await hasOtherOwner(tx, id))
  const until = mayWait ? new Date(deps.now().getTime() + soleOwnerWaits) : withoutYes
  await tx.update(users).set({ secondStepFrom: until }).where(eq(users.id, id))
  const { businessTimeZone } = deps.env
  await alertStaff(deps, tx, 'new-step', {
    dedupeKey: `new-step:${newId()}`,
    subject: `${name} set a new password by mail`,
    title: `Ask ${name} whether it was them`,
    paragraphs: [
      `${name} set a new password by mail and has no second step: whoever reads their mailbox could have done this. Ask them, but not by mail.`,
      until === withoutYes
        ? 'They can set up a second step once an owner lets them.'
        : `They can set up a second step from ${showMoment(until, businessTimeZone)} on, unless you stop it.`,
    ],
    action: { label: 'Let them, or stop it', owner: `/account?step=${id}`, admin: `/account?step=${id}` },
  })
}

/** What this account waits for before it may set up a second step; null: nothing. */
export async function findStepWait({ db, now }: Pick<Deps, 'db' | 'now'>, userId: string): Promise<StepWait | null> {
  const [found] = await db.select({ from: users.secondStepFrom }).from(users).where(eq(users.id, userId))
  if (!found?.from || found.from <= now()) return null
  return { until: found.from < withoutYes ? found.from : null }
}

/** The member of staff who waits, as their colleagues read it. Throws `NotFound` for who does not wait. */
export async function findWaiting(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
): Promise<{ name: string; email: string }> {
  const [person] = await db.select({ name: users.name, email: users.email }).from(users).where(waits(accountId))
  if (!person) throw notWaiting()
  return person
}

const waits = (accountId: string) => and(eq(users.id, accountId), isNotNull(users.secondStepFrom))
const notWaiting = () => new NotFound('This account does not wait for anybody.')

/** Throws `Conflict` while the account may not set up a second step. */
export async function refuseWaiting(deps: Pick<Deps, 'db' | 'now'>, userId: string): Promise<void> {
  if (await findStepWait(deps, userId))
    throw new Conflict('You set a new password by mail: an owner has to let you set up a second step first.')
}

/**
 * What staff say of a colleague who waits: an owner lets them set up a second step, or anybody stops it, until an owner or the
 * operator says yes. Returns their name. Throws `NotFound` for who does not wait, `Conflict` when it is too late to stop it,
 * `NotAllowed` for an admin's yes, and for one's own.
 */
export async function answerForStep(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  by: Account,
  { accountId, allowed }: { accountId: string; allowed: boolean },
): Promise<{ name: string }> {
  if (by.id === accountId || (allowed && !by.isOwner)) throw new NotAllowed('Another owner has to let them.')
  const isOn = and(eq(secondFactors.userId, accountId), isNotNull(secondFactors.onSince))
  if (!allowed && (await db.$count(secondFactors, isOn)) > 0)
    throw new Conflict(
      'Their second step is on already. Take their role, and have the operator of the server drop the step.',
    )
  const [person] = await db
    .update(users)
    .set({ secondStepFrom: allowed ? null : withoutYes })
    .where(waits(accountId))
    .returning({ name: users.name })
  if (!person) throw notWaiting()
  log.info({ by: by.id, account: accountId, allowed }, 'answered about a new second step')
  return person
}

/** Whether another owner acts as staff now, and can say yes. */
async function hasOtherOwner(tx: Tx, id: string): Promise<boolean> {
  const others = await tx
    .select({ isOwner: users.isOwner, isAdmin: users.isAdmin, ...factorColumns })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(and(eq(users.isOwner, true), ne(users.id, id)))
  return others.some((other) => standingOf(other, other.hasFactor) === 'staff')
}
