import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { switchFactorOff, switchFactorOffBody } from '#src/features/accounts/second-factor-contract.ts'
import { FactorCodeField } from '#src/features/accounts/web/factor-code-field.tsx'
import { PasswordInput } from '#src/features/accounts/web/password-input.tsx'
import { showRefusedFields } from '#src/features/accounts/web/refused-fields.ts'
import { expireLogin } from '#src/features/accounts/web/use-account.ts'
import { callApi, isLoginExpired } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'

/** Turns the second step off, with password and code. */
export default function SwitchOffDialog({ onClose }: { onClose(): void }) {
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(switchFactorOffBody) })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (body) => {
    try {
      await callApi(switchFactorOff, { body })
      toast({ title: 'Second step off', description: 'Logging in takes your password only.' })
      onClose()
    } catch (error) {
      if (isLoginExpired(error)) return expireLogin()
      showRefusedFields(error, setError)
      toastError('Still on', error, 'We could not reach the server. Please try again.')
    }
  })

  return (
    <Dialog title="Turn the second step off" onClose={onClose} sticky>
      <Form onSubmit={submit} noValidate className="grid gap-6">
        <p>Then your password alone opens your account, and your recovery codes are gone.</p>
        <Field label="Your password" error={errors.password?.message}>
          <PasswordInput {...register('password')} autoComplete="current-password" />
        </Field>
        <FactorCodeField {...register('code')} error={errors.code?.message} orRecovery />
        <DialogButtons close="Keep it on" busy={isSubmitting} onClose={onClose}>
          <Button type="submit" variant="danger" busy={isSubmitting}>
            Turn off
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
