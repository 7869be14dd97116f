import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { changeName, changeNameBody, type User } from '#src/accounts/contract.ts'
import { showRefusedFields } from '#src/accounts/web/refused-fields.ts'
import { expireSession, updateUser } from '#src/accounts/web/session.ts'
import { Button } from '#src/ui/button.tsx'
import { callApi, errorText, isSessionExpired } from '#src/ui/call-api.ts'
import { Field, TextInput } from '#src/ui/field.tsx'
import { Form } from '#src/ui/form.tsx'
import { toast } from '#src/ui/toast.ts'

/** Changes the name. */
export function NameForm({ user }: { user: User }) {
  const form = useForm({ resolver: zodResolver(changeNameBody), values: { name: user.name } })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting, isDirty } = formState

  const submit = handleSubmit(async (body) => {
    try {
      const changed = await callApi(changeName, { body })
      updateUser(changed.user)
      toast({ title: 'Name changed', description: `You are ${changed.user.name} now.` })
    } catch (error) {
      if (isSessionExpired(error)) return expireSession()
      showRefusedFields(error, setError)
      const description = errorText(error, 'We could not reach the server. Please try again.')
      toast({ title: 'Name not changed', description, variant: 'destructive' })
    }
  })

  return (
    <Form onSubmit={submit} noValidate className="grid gap-4">
      <Field label="Full name" hint="Coaches see it with your bookings." error={errors.name?.message}>
        <TextInput {...register('name')} autoComplete="name" />
      </Field>
      <Button type="submit" variant="secondary" busy={isSubmitting} disabled={!isDirty} className="justify-self-start">
        Save name
      </Button>
    </Form>
  )
}
