import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { alertStaff } from '#src/features/accounts/server/accounts.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { coachRules } from '#src/features/coaches/coach-rules.ts'
import type { CoachNeed } from '#src/features/coaches/contract.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { coaches } from './table.ts'

/** What a coach still lacks before players can book them, as a column beside the coach's own. Looked up: as `exists` all accounts are read. */
export const missing = sql<CoachNeed[]>`array_remove(array[
  case when (select u.email_verified_at from ${users} u where u.id = ${coaches.userId}) is null then 'account' end,
  case when ${coaches.hoursConfirmedAt} is null then 'hours' end,
  case when ${coaches.rulesVersion} is distinct from ${sql.raw(String(coachRules.version))} then 'rules' end,
  case when ${coaches.discordUsername} is null then 'discord' end], null)`

/** The coach says that their working hours are right. The team hears of it when that was all they lacked. */
export async function confirmHours(deps: Deps, tx: Tx, coachId: string): Promise<void> {
  const first = await tx
    .update(coaches)
    .set({ hoursConfirmedAt: deps.now() })
    .where(and(eq(coaches.id, coachId), isNull(coaches.hoursConfirmedAt)))
    .returning({ id: coaches.id })
  if (first.length > 0) await tellWhenReady(deps, tx, coachId)
}

/** The coach accepts the rules as they are now (COACH-2). The team hears of it when that was all they lacked. */
export async function acceptRules(deps: Deps, tx: Tx, coachId: string): Promise<void> {
  const { version } = coachRules
  const isNew = or(isNull(coaches.rulesVersion), ne(coaches.rulesVersion, version))
  const accepted = await tx
    .update(coaches)
    .set({ rulesVersion: version, rulesAcceptedAt: deps.now() })
    .where(and(eq(coaches.id, coachId), isNew))
    .returning({ id: coaches.id })
  if (accepted.length > 0) await tellWhenReady(deps, tx, coachId)
}

/** Tells the team that a coach who is not published is now ready. */
export async function tellWhenReady(deps: Deps, tx: Tx, coachId: string): Promise<void> {
  const [coach] = await tx
    .select({ name: coaches.name, isActive: coaches.isActive, missing })
    .from(coaches)
    .where(eq(coaches.id, coachId))
  if (!coach || coach.isActive || coach.missing.length > 0) return
  await alertStaff(deps, tx, 'coach-ready', {
    dedupeKey: `coach-ready:${coachId}:${deps.now().toISOString()}`,
    subject: `${coach.name} can go live`,
    title: `${coach.name} has done everything`,
    paragraphs: [
      'Account linked, hours confirmed, rules accepted, Discord name given.',
      'Players can book them once the owner has published the profile.',
    ],
    action: { label: 'Publish', owner: '/owner?tab=coaches' },
  })
}
