import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { passwordHint } from '#src/accounts/catalogue.ts'
import { changePassword, changePasswordBody, listSessions } from '#src/accounts/contract.ts'
import { PasswordInput } from '#src/accounts/web/password-input.tsx'
import { showRefusedFields } from '#src/accounts/web/refused-fields.ts'
import { expireSession, storeSession } from '#src/accounts/web/session.ts'
import { AppLink } from '#src/ui/app-link.tsx'
import { Button } from '#src/ui/button.tsx'
import { apiQuery, callApi, errorText, isSessionExpired } from '#src/ui/call-api.ts'
import { Field } from '#src/ui/field.tsx'
import { Form } from '#src/ui/form.tsx'
import { toast } from '#src/ui/toast.ts'

/** Changes the password of the account with this e-mail; every other device is logged out. */
export function PasswordForm({ email }: { email: string }) {
  const queryClient = useQueryClient()
  const form = useForm({ resolver: zodResolver(changePasswordBody) })
  const { register, handleSubmit, setError, reset, formState } = form
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (body) => {
    try {
      const { token, user } = await callApi(changePassword, { body })
      storeSession(token, user)
      reset()
      toast({ title: 'Password changed', description: 'Other devices are logged out.' })
      void queryClient.invalidateQueries(apiQuery(listSessions))
    } catch (error) {
      if (isSessionExpired(error)) return expireSession()
      showRefusedFields(error, setError)
      const description = errorText(error, 'We could not reach the server. Please try again.')
      toast({ title: 'Password not changed', description, variant: 'destructive' })
    }
  })

  return (
    <Form onSubmit={submit} noValidate className="grid gap-4">
      {/* Tells password managers whose new password it is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label="Current password" error={errors.currentPassword?.message}>
        <PasswordInput {...register('currentPassword')} autoComplete="current-password" />
      </Field>
      <Field label="New password" hint={passwordHint} error={errors.password?.message}>
        <PasswordInput {...register('password')} autoComplete="new-password" />
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message}>
        <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Button type="submit" variant="secondary" busy={isSubmitting}>
          Change password
        </Button>
        <AppLink
          to={`/forgot-password?${new URLSearchParams({ email, next: '/account' })}`}
          className="touch inline-flex items-center font-medium text-signal text-sm underline-offset-4 hover:underline"
        >
          Forgot password?
        </AppLink>
      </div>
    </Form>
  )
}
