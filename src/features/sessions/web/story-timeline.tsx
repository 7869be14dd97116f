import type { StoryEvent } from '#src/features/sessions/story-contract.ts'
import { deedWords, doerWords, type StoryReader, wordsBelow } from '#src/features/sessions/story-words.ts'
import { showDatedMoment } from '#src/shared/session-times.ts'

type StoryTimelineProps = { events: StoryEvent[]; reader: StoryReader; label: string }

/** What happened to a session, oldest first, each with when, and by whom. */
export function StoryTimeline({ events, reader, label }: StoryTimelineProps) {
  const { zone: readerZone } = reader
  return (
    <ol aria-label={label} className="figures grid gap-4 border-line border-l-2 pl-4 print:gap-2">
      {events.map((event) => {
        const doer = doerWords(event, reader)
        return (
          <li key={`${event.at} ${event.kind} ${event.by}`} className="min-w-0 break-inside-avoid">
            <span className="block text-strong [overflow-wrap:anywhere]">{deedWords(event, reader)}</span>
            <span className="block text-faint text-sm">
              <time dateTime={event.at}>{showDatedMoment(event.at, readerZone)}</time>
              {doer && ` · ${doer}`}
            </span>
            {wordsBelow(event).map((text) => (
              <span
                key={text}
                dir="auto"
                className="block max-w-prose whitespace-pre-wrap text-sm [overflow-wrap:anywhere]"
              >
                {text}
              </span>
            ))}
          </li>
        )
      })}
    </ol>
  )
}
