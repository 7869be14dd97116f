import { chooseRoomClock, useRoomClock } from '#src/features/accounts/web/room-zone.ts'
import { showCity } from '#src/shared/times.ts'
import { useHydrated } from '#src/ui/loading/use-hydrated.ts'

/** Says once in a room of the team whose clock its times are on (TIME-1), and changes to the reader's own where that is another. */
export function RoomClock() {
  const { zone, business, own } = useRoomClock()
  // The server's HTML is anybody's; the page itself names the zone.
  if (!useHydrated()) return <p className="touch mt-1 min-h-6" />
  const clocks = [{ label: `Business time (${showCity(business)})`, of: business }]
  if (own !== business) clocks.push({ label: `My time (${showCity(own)})`, of: own })
  return (
    <fieldset aria-label="Clock of this page" className="mt-1 flex flex-wrap gap-x-4 text-faint text-sm">
      {clocks.map(({ label, of }) =>
        clocks.length === 1 ? (
          <p key={label} className="touch flex min-h-6 items-center">
            {label}
          </p>
        ) : (
          <button
            key={label}
            type="button"
            aria-pressed={of === zone}
            onClick={() => chooseRoomClock(of === own)}
            className="touch min-h-6 underline underline-offset-4 aria-pressed:font-semibold aria-pressed:text-strong aria-pressed:no-underline"
          >
            {label}
          </button>
        ),
      )}
    </fieldset>
  )
}
