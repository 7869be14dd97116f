import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { readAvailability } from '#src/features/schedule/contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { showStart } from '#src/shared/session-times.ts'
import { showCity, showDateIn, showTimeIn } from '#src/shared/times.ts'
import { addDays, wallClock } from '#src/shared/zones.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'

export type CalledOff = CallReply<typeof readAvailability>['calledOff']

/** The days and hours that a coach called off, and how they are opened again; nothing when there are none. */
export function CalledOffList({ calledOff }: { calledOff: CalledOff }) {
  const readerZone = useReaderZone()
  if (calledOff.length === 0) return null
  return (
    <div className="grid gap-2">
      <ul aria-label="Called off" className="figures grid gap-1">
        {calledOff.map((span) => (
          <li key={span.from}>
            <span className="text-strong">{showSpan(span, readerZone)}</span>: called off
          </li>
        ))}
      </ul>
      <p className="text-sm">Nobody can book you then. Can you come after all? Our team opens it again.</p>
      <AppLink
        to="/#contact-form"
        className="touch inline-flex min-h-6 items-center justify-self-start text-sm text-strong underline underline-offset-4"
      >
        Write to our team
      </AppLink>
    </div>
  )
}

/** `'Tue, Nov 24, all day (Berlin)'`, or `'Tue, Nov 24, 3:00 PM – 4:00 PM (Berlin)'`. */
function showSpan({ from, to }: CalledOff[number], readerZone: string): string {
  const [first, end] = [wallClock(new Date(from), readerZone), wallClock(new Date(to), readerZone)]
  const city = `(${showCity(readerZone)})`
  const isDay = first.time === '00:00' && end.time === '00:00' && end.date === addDays(first.date, 1)
  if (isDay) return `${showDateIn(from, readerZone)}, all day ${city}`
  const until = first.date === end.date ? showTimeIn(to, readerZone) : showStart(to, readerZone)
  return `${showStart(from, readerZone)} – ${until} ${city}`
}
