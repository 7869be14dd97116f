import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { useForm } from 'react-hook-form'
import { confirmIdentity } from '#src/features/accounts/second-factor-contract.ts'
import { callApi, errorText, HttpError, isLoginExpired } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { FactorCodeField } from './factor-code-field.tsx'
import { PasswordInput } from './password-input.tsx'
import { expireLogin, storeLogin } from './use-account.ts'

type Proof = 'password' | 'code'

/**
 * Asks the person at the browser for their password, or for a code of their app, in a dialog over whatever is shown. Returns
 * whether that went well; false when the dialog was closed instead.
 */
export function askToConfirm(by: Proof): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((resolve) => {
    function end(isConfirmed: boolean) {
      root.unmount()
      place.remove()
      resolve(isConfirmed)
    }
    root.render(
      <Dialog title="Confirm it is you" onClose={() => end(false)} sticky>
        <ConfirmForm by={by} onEnd={end} />
      </Dialog>,
    )
  })
}

type ConfirmFormProps = { by: Proof; onEnd(isConfirmed: boolean): void }

function ConfirmForm({ by, onEnd }: ConfirmFormProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { password: '', code: '' },
  })
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus(by), [setFocus, by])

  const submit = handleSubmit(async (form) => {
    try {
      const { token, user } = await callApi(confirmIdentity, { body: { [by]: form[by] } })
      storeLogin(token, user)
      onEnd(true)
    } catch (error) {
      if (isLoginExpired(error)) {
        expireLogin()
        return onEnd(false)
      }
      const isWrong = error instanceof HttpError && error.status === 400
      setFocus(by, { shouldSelect: true })
      setError(isWrong ? by : 'root', {
        message: errorText(error, 'We could not reach the server. Please try again.'),
      })
    }
  })

  return (
    <Form onSubmit={submit} noValidate className="grid gap-6">
      <p>
        {by === 'code'
          ? 'You logged in a while ago. Enter a code before this goes on.'
          : 'You logged in a while ago. Enter your password before this goes on.'}
      </p>
      {errors.root && <Alert tone="bad" title={errors.root.message} />}
      {by === 'code' ? (
        <FactorCodeField {...register('code')} error={errors.code?.message} orRecovery />
      ) : (
        <Field label="Your password" error={errors.password?.message}>
          <PasswordInput {...register('password')} autoComplete="current-password" />
        </Field>
      )}
      <DialogButtons busy={isSubmitting} onClose={() => onEnd(false)}>
        <Button type="submit" busy={isSubmitting}>
          Confirm
        </Button>
      </DialogButtons>
    </Form>
  )
}
