import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sendSms } from '#src/features/messages/contract.ts'
import { smsParts } from '#src/features/messages/sms-parts.ts'
import { deliveryDetails } from '#src/features/notifications/contract.ts'
import { countSegments } from '#src/shared/text/sms-text.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { noPhone, type Person } from './person.ts'
import { templatesFor, withTemplate } from './sms-templates.ts'
import { useTypedText } from './use-typed-text.ts'

/** An SMS to a customer or applicant, with what became of the one just sent. */
export function SmsForm({ person, onCancel }: { person: Person; onCancel(): void }) {
  const [text, setText] = useTypedText('sms', person)
  const [failure, setFailure] = useState<string | null>(null)
  const message = text.trim()
  const templates = templatesFor(person)
  const typed = [...text].length
  const parts = smsParts(text).map(countSegments)
  const segments = parts.reduce((sum, part) => sum + part.segments, 0)
  const send = useMutation({
    mutationFn: (phone: string) => callApi(sendSms, { body: { phone, message, ...person.subject } }),
    onSuccess: () => {
      setText('')
      setFailure(null)
      toast({ title: 'SMS sent successfully', description: `It is on its way to ${person.name}.` })
    },
    onError: (error) => {
      setFailure(errorText(error, '') || null)
      toast({
        title: 'SMS failed',
        description: 'Failed to send SMS. Please check the phone number and try again.',
        variant: 'destructive',
      })
    },
  })

  return (
    <Form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!person.phone) return toast(noPhone(person))
        if (message && !send.isPending) send.mutate(person.phone)
      }}
    >
      <fieldset>
        <legend className="mb-2 font-medium text-strong">Start from</legend>
        <div className="flex flex-wrap gap-2">
          {templates.map((template) => (
            <Button
              key={template.label}
              size="sm"
              variant="secondary"
              onClick={() => setText(withTemplate(text, template, templates))}
            >
              {template.label}
            </Button>
          ))}
        </div>
      </fieldset>
      <Field
        label="SMS"
        hint="Our name and how to stop are added where you do not write them."
        error={failure ?? undefined}
      >
        <Textarea rows={5} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <p className="figures flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm">
        <span>
          <span className={typed > 160 ? 'text-warn' : 'text-strong'}>{typed}/160</span>
          {segments > 1 && `, goes out as ${segments} SMS`}
          {parts.length > 1 && ` in ${parts.length} messages`}
        </span>
        {parts.some(({ isBasic }) => !isBasic) && <span>A special character makes one SMS 70 characters long.</span>}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={!message} busy={send.isPending}>
          {send.isPending ? 'Sending...' : 'Send SMS'}
        </Button>
      </div>
      {send.data?.deliveryIds.map((deliveryId) => (
        <DeliveryState key={deliveryId} deliveryId={deliveryId} />
      ))}
    </Form>
  )
}

const states = {
  queued: { tone: 'info', title: 'Queued', text: 'It goes out in a moment.' },
  sent: { tone: 'good', title: 'Sent', text: 'The SMS provider has accepted it.' },
  failed: { tone: 'bad', title: 'Failed', text: 'It could not be sent.' },
  // Only mails are.
  superseded: { tone: 'info', title: 'Not sent', text: 'A newer message took its place.' },
} as const

/** What became of an SMS, asked for until it is sent or given up. */
function DeliveryState({ deliveryId }: { deliveryId: string }) {
  const { data, error } = useQuery({
    queryKey: [deliveryDetails.path, deliveryId],
    queryFn: () => callApi(deliveryDetails, { params: { deliveryId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'queued' ? false : 2000),
  })
  const { tone, title, text } = states[data?.state ?? 'queued']
  return (
    <div role="status">
      <Alert tone={tone} title={title}>
        {data?.lastError ?? (error ? errorText(error, 'Its state could not be loaded. We keep asking.') : text)}
      </Alert>
    </div>
  )
}
