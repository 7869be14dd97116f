import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { SessionState } from '#src/features/sessions/contract.ts'
import { answerMissing, answerQuestion, longestAnswer } from '#src/features/sessions/outcomes-contract.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { useKept } from '#src/ui/controls/use-kept.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'

type AnswerNoDialogProps = {
  state: SessionState
  questionId: string
  /** As on the button that opened it. */
  title: string
  onClose(): void
}

/** Says that what the other side said is not so, and in a sentence what happened. What is typed stays in the tab until it is sent. */
export default function AnswerNoDialog({ state, questionId, title, onClose }: AnswerNoDialogProps) {
  const { bookingId, serviceName, otherName } = state
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [words, setWords] = useKept<string>(`answer:${questionId}`)
  const [isMissing, setMissing] = useState(false)
  const answer = useMutation({
    mutationFn: () =>
      callApi(answerQuestion, { params: { bookingId }, body: { questionId, agrees: false, words: words ?? '' } }),
    onSuccess: () => {
      setWords(null)
      onClose()
    },
    // Answered or refused: what stands around the session has changed in several lists.
    onSettled: () => client.invalidateQueries(),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const isBlank = !words?.trim()
    setMissing(isBlank)
    if (isBlank) form.current?.querySelector('input')?.focus()
    else answer.mutate()
  }
  return (
    <Dialog title={title} description={`${serviceName} with ${otherName}`} onClose={onClose} sticky>
      <Form ref={form} noValidate onSubmit={submit} className="grid gap-5">
        {answer.error && (
          <Alert tone="bad" title="Not said">
            {errorText(answer.error)}
          </Alert>
        )}
        <Field
          label="What happened, in one sentence?"
          hint="Only our team reads it, and decides by it."
          error={isMissing ? answerMissing : undefined}
        >
          <TextInput
            value={words ?? ''}
            maxLength={longestAnswer}
            autoComplete="off"
            onChange={(event) => setWords(event.target.value)}
          />
        </Field>
        <DialogButtons busy={answer.isPending} onClose={onClose}>
          <Button type="submit" busy={answer.isPending}>
            Send answer
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
