import type { Deps } from '#src/deps.ts'
import { coachEarnings } from '#src/features/payments/server/payouts/coach-earnings.ts'
import { payOut } from '#src/features/payments/server/payouts/payouts.ts'
import { setCoachShare } from '#src/features/payments/server/payouts/shares.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { toSignedCents } from '#src/shared/money.ts'
import { addDays, wallClock } from '#src/shared/zones.ts'

/** The demo's coaches get 70 %, and some were paid for what lies three weeks back. */
export async function payCoaches(deps: Deps, owner: Account): Promise<void> {
  const today = wallClock(deps.now(), deps.env.businessTimeZone).date
  const until = addDays(today, -21)
  await setCoachShare(deps, owner, { percent: 70, validFrom: addDays(today, -70) })
  const { coaches } = await coachEarnings(deps, owner, { from: addDays(until, -30), to: until })
  const owed = coaches.filter((coach) => coach.refusal === null && toSignedCents(coach.owed) > 0)
  for (const [n, { coachId, owed: amount }] of owed.slice(0, 3).entries())
    await payOut(deps, owner, coachId, {
      ...{ until, amount: toSignedCents(amount), reference: `Transfer 2026-${41 + n}`, idempotencyKey: newId() },
    })
}
