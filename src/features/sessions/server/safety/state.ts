import { and, desc, eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { refundLeft } from '#src/features/bookings/rules.ts'
import { type CoachRow, whoBlocked } from '#src/features/coaches/server/coaches.ts'
import type { Safety } from '#src/features/sessions/safety-contract.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { toDecimal } from '#src/shared/money.ts'
import { reports } from '../table.ts'
import { type Ahead, sessionsAhead } from './ahead.ts'
import { findTwo, type Two } from './two.ts'

/**
 * What one of a booking's two can report and block, and did; a player can name one of its coaches by `coachId`. Throws as
 * `findTwo`.
 */
export async function readSafety(deps: Deps, account: Account, bookingId: string, coachId?: string): Promise<Safety> {
  const { db } = deps
  const two = await findTwo(db, account, bookingId, coachId)
  const { booking, side, coach, tenures } = two
  const [report] = coach
    ? await db
        .select()
        .from(reports)
        .where(and(eq(reports.bookingId, bookingId), eq(reports.by, side), eq(reports.coachId, coach.id)))
        .orderBy(desc(reports.createdAt))
        .limit(1)
    : []
  const all = new Map(tenures.map(({ coach: { id, name } }) => [id, { id, name }]))
  return {
    as: side,
    otherName: side === 'coach' ? booking.customerName : (coach?.name ?? booking.coachName),
    coachId: coach?.id ?? null,
    coaches: side === 'coach' ? [] : [...all.values()],
    report: report
      ? {
          problem: report.problem,
          createdAt: report.createdAt.toISOString(),
          upheld: report.upheld,
          reason: report.reason,
        }
      : null,
    block: await blockState(deps, two),
  }
}

async function blockState(deps: Deps, { coach, side, pair }: Two): Promise<Safety['block']> {
  if (!pair) return { isOn: false, isYours: false, refusal: whyNoPair(coach), ...sumsOf([]), isLeftToTeam: false }
  const by = await whoBlocked(deps.db, pair)
  const ahead = await sessionsAhead(deps, deps.db, pair, side)
  return {
    isOn: by.length > 0,
    isYours: by.includes(side),
    refusal: null,
    ...sumsOf(ahead),
    isLeftToTeam: ahead.some((each) => each.isLeftToTeam),
  }
}

export const noCoach = 'This session has no coach yet.'

/** Why nobody can be blocked, in words. */
export function whyNoPair(coach: CoachRow | null): string {
  return coach ? 'This player has no account yet: write to our team.' : noCoach
}

/** How many sessions a block cancels, and what goes back then, as decimal text. */
export function sumsOf(ahead: Ahead[]) {
  const sum = (cents: (each: Ahead) => number) => toDecimal(ahead.reduce((total, each) => total + cents(each), 0))
  return {
    sessions: ahead.length,
    withBank: ahead.filter(({ isWithBank }) => isWithBank).length,
    refund: sum(({ refund }) => refund),
    fullRefund: sum(({ booking }) => refundLeft(booking)),
  }
}
