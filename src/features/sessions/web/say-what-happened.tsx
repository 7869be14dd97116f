import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { SessionState } from '#src/features/sessions/contract.ts'
import { outcomeWords, saidWords } from '#src/features/sessions/outcome-words.ts'
import { sayings } from '#src/features/sessions/outcomes.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { isOpenQuestion } from './question-card.tsx'

/** Whether one side can say now that something went wrong with its session. */
export function canSay(state: SessionState): boolean {
  return sayings.some((says) => says !== 'we-met' && says !== 'coach-asked' && state.sayings[says] === null)
}

const SayDialog = lazyDialog(() => import('./say-dialog.tsx'))

/**
 * What one side can say of its session, below the Join place and in the lists, and how it was settled. Open questions stand at the top of the page.
 */
export function SayWhatHappened({ state }: { state: SessionState | undefined }) {
  const [isOpen, setOpen] = useState(false)
  if (!state) return null
  const { question, as, otherName, serviceName } = state
  if (question && isOpenQuestion(question)) return null
  const names = { player: otherName, coach: otherName }
  return (
    <>
      {question?.outcome && !['withdrawn', 'taken-back'].includes(question.outcome) && (
        <p className="max-w-prose basis-full text-sm">
          {saidWords(question, names, as)} {outcomeWords(question.outcome, question, names, as)}
          {question.reason && <span className="block">Our team: {question.reason}</span>}
        </p>
      )}
      {canSay(state) && (
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-start"
          aria-label={`Something went wrong? ${serviceName} with ${otherName}`}
          onClick={() => setOpen(true)}
        >
          <CircleAlert aria-hidden className="size-4" /> Something went wrong?
        </Button>
      )}
      {isOpen && <SayDialog state={state} onClose={() => setOpen(false)} />}
    </>
  )
}
