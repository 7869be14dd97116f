import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { changePassword, changePasswordBody } from '#src/features/accounts/contract.ts'
import { listLoginSessions } from '#src/features/accounts/login-sessions-contract.ts'
import { passwordHint } from '#src/features/accounts/rules.ts'
import { PasswordInput } from '#src/features/accounts/web/password-input.tsx'
import { showRefusedFields } from '#src/features/accounts/web/refused-fields.ts'
import { expireLogin, storeLogin } from '#src/features/accounts/web/use-account.ts'
import { apiQuery, callApi, isLoginExpired } from '#src/ui/call-api.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Field } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'

/** Changes the password of the account with this e-mail; every other device is logged out. */
export function PasswordForm({ email }: { email: string }) {
  const queryClient = useQueryClient()
  const form = useForm({ resolver: zodResolver(changePasswordBody) })
  const { register, handleSubmit, setError, reset, formState } = form
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (body) => {
    try {
      const { token, user } = await callApi(changePassword, { body })
      storeLogin(token, user)
      reset()
      toast({ title: 'Password changed', description: 'Other devices are logged out.' })
      void queryClient.invalidateQueries(apiQuery(listLoginSessions))
    } catch (error) {
      if (isLoginExpired(error)) return expireLogin()
      showRefusedFields(error, setError)
      toastError('Password not changed', error, 'We could not reach the server. Please try again.')
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
