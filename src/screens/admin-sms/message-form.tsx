import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { sendInternalMessage } from '#src/features/messages/contract.ts'
import { longestMessage } from '#src/features/messages/rules.ts'
import { Thread } from '#src/features/messages/web/thread.tsx'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { noPhone, type Person } from './person.ts'
import { useTypedText } from './use-typed-text.ts'

type MessageFormProps = {
  person: Person
  /** Where one chooses between message and SMS, both take a phone number on file (SMS-1). */
  needsPhone?: boolean
}

/**
 * The thread with a customer or applicant, and a field for an internal message: a post in that thread plus a mail at once
 * (MSG-5).
 */
export function MessageForm({ person, needsPhone = false }: MessageFormProps) {
  const zone = useRoomZone()
  const [text, setText] = useTypedText('message', person)
  const [failure, setFailure] = useState<string | null>(null)
  /** The number of the newest message on the screen. */
  const newest = useRef(0)
  const send = useMutation({
    mutationFn: (message: string) =>
      callApi(sendInternalMessage, { body: { ...person.subject, message, after: newest.current } }),
    onSuccess: () => {
      setText('')
      setFailure(null)
      toast({ title: 'Message sent successfully', description: `${person.name} is notified by e-mail.` })
    },
    onError: (error) => {
      // The toast's words are fixed (SCREEN-1); what the server says more is worth reading twice.
      setFailure(errorText(error, '') || null)
      toast({
        title: 'Message failed',
        description: 'Failed to send internal message. Please try again.',
        variant: 'destructive',
      })
    },
  })
  const message = text.trim()
  const isRefused = needsPhone && !person.phone
  return (
    <div className="flex min-h-0 flex-col gap-4">
      <Thread
        zone={zone}
        of={person.subject}
        empty="Nobody has written yet."
        onNewest={(number) => {
          newest.current = number
        }}
        className="h-56 rounded-lg border border-line bg-ink lg:h-80"
      />
      <Form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (isRefused) return toast(noPhone(person))
          if (message && !send.isPending) send.mutate(message)
        }}
      >
        <Field
          label="Message"
          hint={
            isRefused
              ? 'Nothing can be sent from here without a phone number on file.'
              : `Appears in the conversation, and ${person.name} is e-mailed at once.`
          }
          error={failure ?? undefined}
        >
          <Textarea
            rows={3}
            maxLength={longestMessage}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Button type="submit" className="justify-self-end" disabled={!message} busy={send.isPending}>
          {send.isPending ? 'Sending...' : 'Send Message'}
        </Button>
      </Form>
    </div>
  )
}
