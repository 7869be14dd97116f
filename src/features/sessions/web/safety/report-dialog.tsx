import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { RadioTile } from '#src/features/bookings/web/picker/radio-tile.tsx'
import { messagesInReport, type Problem, problemLabels, problems } from '#src/features/sessions/safety.ts'
import { reportProblem, type Safety } from '#src/features/sessions/safety-contract.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

type ReportDialogProps = {
  bookingId: string
  safety: Safety
  /** Chosen already. */
  problem?: Problem
  onClose(): void
  onDone(): Promise<unknown>
}

/** Says what the problem is, in one press and words if one likes. */
export function ReportDialog({ bookingId, safety, problem: first, onClose, onDone }: ReportDialogProps) {
  const { otherName, coachId } = safety
  const form = useRef<HTMLFormElement>(null)
  const errorId = useId()
  const [problem, setProblem] = useState<Problem | null>(first ?? null)
  const [words, setWords] = useState('')
  const [isAsked, setAsked] = useState(false)
  const report = useMutation({
    mutationFn: (problem: Problem) =>
      callApi(reportProblem, {
        params: { bookingId },
        query: { coachId: coachId ?? undefined },
        body: { problem, words },
      }),
    onSuccess: async () => {
      await onDone()
      toast({ title: 'Reported', description: 'Our team reads it, and writes to you.' })
      onClose()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (problem) report.mutate(problem)
    else form.current?.querySelector('input')?.focus()
  }
  const isMissing = isAsked && !problem
  return (
    <Dialog
      title="Report a problem"
      description={`Our team reads it with the last ${messagesInReport} messages of your chat. ${otherName} is not told.`}
      onClose={onClose}
      sticky
    >
      <Form ref={form} noValidate onSubmit={submit} className="grid gap-6">
        {report.error && (
          <Alert tone="bad" title="Not reported">
            {errorText(report.error)}
          </Alert>
        )}
        <fieldset aria-describedby={isMissing ? errorId : undefined}>
          <legend className="mb-2 font-medium text-strong">What is it?</legend>
          <div className="grid gap-2">
            {problems.map((each) => (
              <RadioTile
                key={each}
                name="problem"
                checked={problem === each}
                onChoose={() => setProblem(each)}
                className="p-3"
              >
                <span className="font-semibold">{problemLabels[each]}</span>
              </RadioTile>
            ))}
          </div>
          {isMissing && (
            <p id={errorId} role="alert" className="mt-1.5 text-bad text-sm">
              Please choose what it is.
            </p>
          )}
        </fieldset>
        <Field label="In your words" hint="Only our team reads it." optional>
          <Textarea value={words} maxLength={2000} onChange={(event) => setWords(event.target.value)} />
        </Field>
        <DialogButtons busy={report.isPending} onClose={onClose}>
          <Button type="submit" busy={report.isPending}>
            Send report
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
