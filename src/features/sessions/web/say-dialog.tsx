import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { RadioTile } from '#src/features/bookings/web/picker/radio-tile.tsx'
import type { SessionState } from '#src/features/sessions/contract.ts'
import { followsWords } from '#src/features/sessions/outcome-words.ts'
import type { Asking } from '#src/features/sessions/outcomes.ts'
import { makeStatement } from '#src/features/sessions/outcomes-contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { MinutesField } from './minutes-field.tsx'

type Choice = Exclude<Asking, 'coach-asked'> | 'we-met'

type SayDialogProps = { state: SessionState; onClose(): void }

/** Says how a session went. The other side hears it at once and can answer; nothing moves against their word. */
export default function SayDialog({ state, onClose }: SayDialogProps) {
  const { otherName, serviceName, bookingId } = state
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [says, setSays] = useState<Choice | null>(null)
  const [minutes, setMinutes] = useState('')
  const [problem, setProblem] = useState<{ says?: string; minutes?: string }>({})
  const needsMinutes = says === 'late' || says === 'ended-early'
  const say = useMutation({
    mutationFn: (says: Choice) =>
      callApi(makeStatement, {
        params: { bookingId },
        body: { says, ...(needsMinutes && { minutes: Number(minutes) }) },
      }),
    onSuccess: ({ question }) => {
      toast(toldOf(question, otherName))
      onClose()
    },
    onSettled: () => client.invalidateQueries(),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const isNumber = Number.isInteger(Number(minutes)) && Number(minutes) > 0
    const missing = {
      ...(!says && { says: 'Please choose what happened.' }),
      ...(needsMinutes && !isNumber && { minutes: 'How many minutes?' }),
    }
    setProblem(missing)
    if (says && !missing.minutes) say.mutate(says)
    else form.current?.querySelector<HTMLElement>(missing.says ? 'input' : 'input[inputmode]')?.focus()
  }

  const follows = says && says !== 'we-met' && followsText(says, state, minutes)
  return (
    <Dialog title="What happened?" description={`${serviceName} with ${otherName}`} onClose={onClose} sticky>
      <Form ref={form} noValidate onSubmit={submit} className="grid gap-5">
        {say.error && (
          <Alert tone="bad" title="Not said">
            {errorText(say.error)}
          </Alert>
        )}
        <fieldset>
          <legend className="sr-only">What happened?</legend>
          <div className="grid gap-2">
            {choicesFor(state).map(({ says: each, label, hint }) => {
              const refusal = state.sayings[each]
              return refusal === null ? (
                <RadioTile
                  key={each}
                  name="says"
                  checked={says === each}
                  onChoose={() => {
                    setSays(each)
                    setProblem({})
                  }}
                  className="p-3"
                >
                  <span className="block font-semibold">{label}</span>
                  {hint && <span className="block text-sm text-soft">{hint}</span>}
                </RadioTile>
              ) : (
                <p key={each} className="rounded-md border border-line p-3">
                  <span className="block font-semibold text-faint">{label}</span>
                  <span className="block text-sm">{refusal}</span>
                </p>
              )
            })}
          </div>
          {problem.says && (
            <p role="alert" className="mt-1.5 text-bad text-sm">
              {problem.says}
            </p>
          )}
        </fieldset>
        {needsMinutes && <MinutesField value={minutes} onChange={setMinutes} error={problem.minutes} />}
        {follows && <p className="max-w-prose">{follows}</p>}
        <DialogButtons busy={say.isPending} onClose={onClose}>
          <Button type="submit" busy={say.isPending}>
            Say so
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

/** What this side can say; what does not concern it is left out, what is refused says why. */
function choicesFor({ as, otherName, join }: SessionState): { says: Choice; label: string; hint?: string }[] {
  const notHere = {
    says: 'not-here' as const,
    label: join ? `${otherName} is not here` : `${otherName} did not come`,
  }
  const notPlayed = {
    says: 'could-not-play' as const,
    label: 'We could not play',
    hint: 'Servers, power, Discord: nobody’s fault.',
  }
  const met = { says: 'we-met' as const, label: 'We met, all is well' }
  if (as === 'coach') return [notHere, notPlayed, met]
  return [
    notHere,
    { says: 'late', label: 'It started late' },
    { says: 'ended-early', label: 'It ended early' },
    notPlayed,
    met,
  ]
}

/** What follows, before it is said. */
function followsText(says: Exclude<Asking, 'coach-asked'>, { as, otherName }: SessionState, minutes: string): string {
  const names = { player: otherName, coach: otherName }
  const follows = followsWords({ says, by: as, minutes: Number(minutes) || null }, names, as)
  if (says === 'not-here' && as === 'coach')
    return `You were there, and pressed I am here. It is marked as a no-show, ${otherName} hears it at once and can object for 72 hours: then our team decides.`
  return `${otherName} hears it at once and can answer. If it is so, ${follows}. If they say that it is not so, nothing moves and our team decides.`
}

function toldOf(question: CallReply<typeof makeStatement>['question'], otherName: string) {
  if (!question) return { title: 'Noted', description: 'Good that it worked out.' }
  if (question.outcome === 'player-missing')
    return { title: 'Marked as a no-show', description: `${otherName} can object for 72 hours.` }
  if (question.state === 'settled') return { title: 'Settled', description: 'It stands beside the session.' }
  return question.state === 'staff'
    ? { title: 'Our team decides', description: `${otherName} hears it, too. You get a mail.` }
    : { title: `${otherName} is asked`, description: 'You see here what they answer.' }
}
