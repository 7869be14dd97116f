import { type SubmitEvent, useState } from 'react'
import { emailSchema } from '#src/shared/fields.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

type LookUpFormProps = {
  /** What stands in the field at first. */
  email: string
  busy: boolean
  /** Whether something else is to be done first. */
  quiet: boolean
  /** Gets the e-mail trimmed and in lower case. */
  onLookUp(email: string): void
}

/** Asks for the e-mail somebody applied with. */
export function LookUpForm({ email, busy, quiet, onLookUp }: LookUpFormProps) {
  const [error, setError] = useState<string>()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = event.currentTarget.elements.namedItem('email') as HTMLInputElement
    const checked = emailSchema.safeParse(input.value)
    if (checked.success) {
      setError(undefined)
      return onLookUp(checked.data)
    }
    input.focus()
    if (input.value.trim()) return setError(checked.error.issues[0]?.message)
    const description = 'Please enter your email to access your application chat.'
    setError(description)
    toast({ title: 'Email required', description, variant: 'destructive' })
  }

  return (
    <Form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label="Email" error={error}>
        <TextInput name="email" type="email" autoComplete="email" defaultValue={email} placeholder="you@example.com" />
      </Field>
      <Button type="submit" size="lg" variant={quiet ? 'secondary' : 'primary'} busy={busy}>
        Access Chat
      </Button>
    </Form>
  )
}
