import type { Insights } from '#src/features/insights/contract.ts'

/** How much of their open hours coaches are booked, as bars one below the other. */
export function CoachHours({ coaches }: { coaches: Insights['coaches'] }) {
  return (
    <div className="grid gap-3">
      {coaches.map(({ coachId, name, bookedHours, openHours }) => (
        <div key={coachId}>
          <div className="flex justify-between gap-3">
            <span className="truncate text-strong">{name}</span>
            <span className="figures shrink-0">
              {openHours === null ? `${bookedHours} h, none confirmed` : `${bookedHours} of ${openHours} h`}
            </span>
          </div>
          {openHours !== null && (
            <div className="mt-1 h-2 overflow-hidden rounded-sm bg-raised forced-colors:outline">
              <div
                className="h-full bg-signal forced-colors:bg-[CanvasText]"
                style={{ width: `${openHours ? Math.min(100, (100 * bookedHours) / openHours) : 100}%` }}
              />
            </div>
          )}
        </div>
      ))}
    </div>
  )
}
