import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { changeName, changeNameBody, type User } from '#src/features/accounts/contract.ts'
import { showRefusedFields } from '#src/features/accounts/web/refused-fields.ts'
import { expireLogin, updateUser } from '#src/features/accounts/web/use-account.ts'
import { callApi, isLoginExpired } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'

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
      if (isLoginExpired(error)) return expireLogin()
      showRefusedFields(error, setError)
      toastError('Name not changed', error, 'We could not reach the server. Please try again.')
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
