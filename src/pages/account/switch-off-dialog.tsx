import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { switchFactorOff, switchFactorOffBody } from '#src/accounts/second-factor-contract.ts'
import { FactorCodeField } from '#src/accounts/web/factor-code-field.tsx'
import { PasswordInput } from '#src/accounts/web/password-input.tsx'
import { showRefusedFields } from '#src/accounts/web/refused-fields.ts'
import { expireSession } from '#src/accounts/web/session.ts'
import { Button } from '#src/ui/button.tsx'
import { callApi, errorText, isSessionExpired } from '#src/ui/call-api.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { Form } from '#src/ui/form.tsx'
import { toast } from '#src/ui/toast.ts'

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
      if (isSessionExpired(error)) return expireSession()
      showRefusedFields(error, setError)
      const description = errorText(error, 'We could not reach the server. Please try again.')
      toast({ title: 'Still on', description, variant: 'destructive' })
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
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" disabled={isSubmitting} onClick={onClose}>
            Keep it on
          </Button>
          <Button type="submit" variant="danger" busy={isSubmitting}>
            Turn off
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
