import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { changeEmail, changeEmailBody, type User } from '#src/features/accounts/contract.ts'
import { CodeField } from '#src/features/accounts/web/code-field.tsx'
import { PasswordInput } from '#src/features/accounts/web/password-input.tsx'
import { showRefusedFields } from '#src/features/accounts/web/refused-fields.ts'
import { expireLogin, updateUser } from '#src/features/accounts/web/use-account.ts'
import { callApi, isLoginExpired } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'

/** Another e-mail for who mistyped theirs: first that and the password, then the code that we mail there. */
export function ChangeEmailForm({ onClose }: { onClose(): void }) {
  const [sent, setSent] = useState<{ outbox?: string } | null>(null)
  const form = useForm({ resolver: zodResolver(changeEmailBody), shouldUnregister: true })
  const { register, handleSubmit, setError, setFocus, setValue, formState } = form
  const { errors, isSubmitting } = formState

  useEffect(() => setFocus(sent ? 'code' : 'email'), [setFocus, sent])

  const submit = handleSubmit(async (body) => {
    try {
      const answer = (await callApi(changeEmail, { body })) as { user: User } | { outbox?: string }
      if ('user' in answer) {
        updateUser(answer.user)
        toast({ title: 'E-mail changed', description: `Our mails go to ${answer.user.email} now.` })
        return onClose()
      }
      setSent(answer)
      toast({
        title: 'A code is on its way',
        description: `Look for a mail to ${body.email}. The code works for 10 minutes. No mail after a minute? Ask again.`,
      })
    } catch (error) {
      if (isLoginExpired(error)) return expireLogin()
      if (sent) setFocus('code', { shouldSelect: true })
      showRefusedFields(error, setError)
      toastError('E-mail not changed', error, 'We could not reach the server. Please try again.')
    }
  })

  async function sendAnother() {
    setValue('code', undefined)
    await submit()
  }

  return (
    <Form onSubmit={submit} noValidate className="mt-4 grid gap-4">
      <Field label="New e-mail" error={errors.email?.message}>
        {/* A code belongs to the e-mail it was mailed to. */}
        <TextInput {...register('email', { onChange: () => setSent(null) })} type="email" autoComplete="email" />
      </Field>
      <Field label="Your password" error={errors.password?.message}>
        <PasswordInput {...register('password')} autoComplete="current-password" />
      </Field>
      {sent && <CodeField {...register('code')} error={errors.code?.message} outbox={sent.outbox} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting}>
          {sent ? 'Change e-mail' : 'Send a code there'}
        </Button>
        {sent && (
          <Button variant="ghost" disabled={isSubmitting} onClick={sendAnother}>
            Send another code
          </Button>
        )}
        <Button variant="ghost" disabled={isSubmitting} onClick={onClose}>
          Keep the old one
        </Button>
      </div>
    </Form>
  )
}
