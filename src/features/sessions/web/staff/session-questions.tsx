import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { saidWords } from '#src/features/sessions/outcome-words.ts'
import type { Decided } from '#src/features/sessions/outcomes.ts'
import { showInstant } from '#src/shared/times.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { useFocusHandOver } from '#src/ui/lists/use-focus-hand-over.ts'
import { StoryTimeline } from '../story-timeline.tsx'
import { decisionLabels, type OpenQuestion, useSessionQuestions } from './questions-query.ts'

const DecideDialog = lazyDialog(() => import('./decide-dialog.tsx'))

/** The questions about sessions that the team decides, with what happened around the hour and the answers there are; nothing when there are none. */
export function SessionQuestions({ userId }: { userId: string | undefined }) {
  const client = useQueryClient()
  const [open, setOpen] = useState<{ question: OpenQuestion; outcome: Decided } | null>(null)
  const { data: questions = [] } = useSessionQuestions(userId)
  const handOver = useFocusHandOver()
  if (questions.length === 0) return null
  return (
    <Panel aria-labelledby="session-questions" className="mb-6">
      <h2 id="session-questions" className="display text-lg">
        What happened?
      </h2>
      <p className="mt-1 max-w-prose text-sm">Nothing moves until one of you decides. Player and coach read why.</p>
      <ul className="mt-2" {...handOver}>
        {questions.map((question) => (
          <li key={question.id} className="grid gap-3 border-line py-4 not-first:border-t">
            <Evidence question={question} />
            {question.isOwn ? (
              <p className="text-sm">This is your own session: somebody else of the team decides.</p>
            ) : (
              <div className="flex flex-wrap gap-2">
                {question.decisions.map((outcome) => (
                  <Button
                    key={outcome}
                    variant="secondary"
                    size="sm"
                    aria-label={`${decisionLabels[outcome]}: session of ${question.booking.customerName}`}
                    onClick={() => setOpen({ question, outcome })}
                  >
                    {decisionLabels[outcome]}
                  </Button>
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
      {open && (
        <DecideDialog
          {...open}
          onClose={() => setOpen(null)}
          onDone={async () => {
            // First, so that the focus goes to what is still there.
            await client.invalidateQueries()
            setOpen(null)
          }}
        />
      )}
    </Panel>
  )
}

/** Who said what, why it waits, and all that happened. */
function Evidence({ question }: { question: OpenQuestion }) {
  const zone = useRoomZone()
  const { booking, why, decideBy, story } = question
  const { customerName, coachName, serviceName, price, number } = booking
  return (
    <div className="min-w-0">
      <p className="font-semibold text-strong">
        {saidWords(question, { player: customerName, coach: coachName }, null)}
      </p>
      <p className="figures">
        {serviceName}, ${price}, booking {number}
      </p>
      <p className="figures">
        {why} {decideBy && `Decide by ${showInstant(decideBy, zone)}.`}
      </p>
      <div className="mt-3 text-sm">
        <StoryTimeline
          label={`What happened to ${number}`}
          events={story}
          reader={{ as: 'staff', playerName: customerName, zone }}
        />
      </div>
    </div>
  )
}
