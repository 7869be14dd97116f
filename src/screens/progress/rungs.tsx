import { useEffect } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { notesToPlayer } from '#src/features/bookings/web/owed-words.ts'
import type { OpenedOffer } from '#src/features/checkout/web/choice.ts'
import { HomeworkList } from '#src/features/sessions/web/homework-list.tsx'
import { SameHourButton } from '#src/features/sessions/web/same-hour-button.tsx'
import type { Rung } from '#src/features/sessions/write-up-contract.ts'
import { must } from '#src/shared/must.ts'
import { showDateIn, showDuration } from '#src/shared/times.ts'
import { ButtonLink } from '#src/ui/controls/button.tsx'

type RungsProps = {
  /** Newest first. */
  rungs: Rung[]
  userId: string
  /** Epoch milliseconds. */
  now: number
  onBook(offer: OpenedOffer): void
}

/** Sessions that took place as rungs, the newest on top, each with what its coach wrote. */
export function Rungs({ rungs, ...rest }: RungsProps) {
  // They come after the page: a link to one of them has scrolled nowhere yet.
  useEffect(() => {
    const linked = document.getElementById(location.hash.slice(1))
    linked?.scrollIntoView({ behavior: 'instant' })
    linked?.focus({ preventScroll: true })
  }, [])
  return (
    <ol className="grid gap-4">
      {rungs.map((rung) => (
        <RungOf
          key={rung.bookingId}
          rung={rung}
          isNewestOfCoach={rungs.find(({ coachId }) => coachId === rung.coachId) === rung}
          {...rest}
        />
      ))}
    </ol>
  )
}

type RungOfProps = Omit<RungsProps, 'rungs'> & { rung: Rung; isNewestOfCoach: boolean }

function RungOf({ rung, isNewestOfCoach, userId, now, onBook }: RungOfProps) {
  const readerZone = useReaderZone()
  const { bookingId, coachId, coachName, serviceName, minutes, startsAt, seen, nextStep, homework, notesSentAt } = rung
  const notes = notesToPlayer(rung, 'here', now, readerZone)
  return (
    <li
      id={`session-${bookingId}`}
      tabIndex={-1}
      className="grid scroll-mt-24 gap-4 rounded-r-lg border-signal border-l-4 bg-panel p-5 outline-none sm:p-6"
    >
      <div>
        <h3 className="font-semibold text-strong">
          {showDateIn(must(startsAt, 'a time'), readerZone)}, {coachName}
        </h3>
        <p className="figures text-sm">
          {serviceName}, {showDuration(minutes)}
        </p>
      </div>
      {seen.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5 text-strong [overflow-wrap:anywhere]">
          {seen.map((text, place) => (
            <li key={place} dir="auto" className="whitespace-pre-wrap">
              {text}
            </li>
          ))}
        </ul>
      )}
      {homework.length > 0 && (
        <div>
          <h4 className="font-semibold text-sm">Homework</h4>
          <HomeworkList list={homework} userId={userId} />
        </div>
      )}
      {nextStep && (
        <div>
          <h4 className="font-semibold text-sm">Next step</h4>
          <p dir="auto" className="whitespace-pre-wrap text-strong [overflow-wrap:anywhere]">
            {nextStep}
          </p>
        </div>
      )}
      {notes.map((line) => (
        <p key={line} className="text-sm">
          {line}
        </p>
      ))}
      {!notesSentAt && notes.length === 0 && (
        <p className="text-sm">Written notes are no part of this session. Questions? Ask {coachName} in the chat.</p>
      )}
      <div className="flex flex-wrap gap-2">
        {isNewestOfCoach && coachId && <SameHourButton session={rung} onBook={onBook} />}
        <ButtonLink
          variant="ghost"
          size="sm"
          to={`/sessions?thread=${bookingId}`}
          aria-label={`Ask ${coachName} about ${serviceName}`}
        >
          Ask in the chat
        </ButtonLink>
      </div>
    </li>
  )
}
