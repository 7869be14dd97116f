import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { MySession } from '#src/features/bookings/contract.ts'
import { isHeld } from '#src/features/bookings/life-cycle.ts'
import { statementHours } from '#src/features/sessions/outcomes.ts'
import { showDay } from '#src/shared/times.ts'

/** Until when the player could say that something went wrong with a session, and claim its guarantee; nothing while they can. `now` in epoch milliseconds. */
export function WhatEnded({ session, now }: { session: MySession; now: number }) {
  const readerZone = useReaderZone()
  const { endsAt, guaranteeUntil } = session
  if (!endsAt || !isHeld(session, new Date(now))) return null
  const ends = [
    { what: "'Something went wrong?'", until: new Date(Date.parse(endsAt) + statementHours * 3_600_000) },
    ...(guaranteeUntil ? [{ what: 'The guarantee', until: new Date(guaranteeUntil) }] : []),
  ]
  return ends
    .filter(({ until }) => +until < now)
    .map(({ what, until }) => (
      <p key={what} className="figures pointer-events-none basis-full px-3 text-sm">
        {what} ended {showDay(until, readerZone)}.
      </p>
    ))
}
