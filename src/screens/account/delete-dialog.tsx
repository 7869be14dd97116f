import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { PasswordInput } from '#src/features/accounts/web/password-input.tsx'
import { showRefusedFields } from '#src/features/accounts/web/refused-fields.ts'
import { expireLogin, logOut } from '#src/features/accounts/web/use-account.ts'
import { eraseAccount, eraseBody } from '#src/features/privacy/contract.ts'
import { callApi, errorText, isLoginExpired } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

/** Says what deleting the account means, asks for the password, and does it. */
export default function DeleteDialog({ onClose }: { onClose(): void }) {
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(eraseBody) })
  const { errors, isSubmitting } = formState
  const [refusal, setRefusal] = useState<string>()

  const submit = handleSubmit(async (body) => {
    setRefusal(undefined)
    try {
      await callApi(eraseAccount, { body })
    } catch (error) {
      if (isLoginExpired(error)) return expireLogin()
      const text = errorText(error, 'We could not reach the server. Please try again.')
      if (text === 'That is not your password') return showRefusedFields(error, setError)
      return setRefusal(text)
    }
    // Ends nothing that is still open: it clears the cookie and the drafts, and leads home.
    logOut()
    toast({ title: 'Account deleted', description: 'Your data is gone, and you are logged out everywhere.' })
  })

  return (
    <Dialog title="Delete account" onClose={onClose} sticky>
      <Form noValidate onSubmit={submit} className="grid gap-6">
        <ul className="grid list-disc gap-2 pl-5">
          <li>Your name, e-mail address, phone number and password are deleted. You cannot log in any more.</li>
          <li>Your stories, inquiries and coach applications are deleted.</li>
          <li>Your messages read “Message deleted”. Your ratings keep their stars and lose your words and name.</li>
          <li>Records of payments stay, without your name. Money already on its way back to you still arrives.</li>
          <li>
            Nobody can undo this. While you have sessions ahead of you, cancel those first. While one is not settled
            yet, or your bank decides about its payment, wait for that.
          </li>
        </ul>
        <Field label="Your password" error={errors.password?.message}>
          <PasswordInput {...register('password')} autoComplete="current-password" />
        </Field>
        {refusal && (
          <Alert tone="bad" title="Account not deleted">
            <p>{refusal}</p>
          </Alert>
        )}
        <DialogButtons close="Keep account" busy={isSubmitting} onClose={onClose}>
          <Button type="submit" variant="danger" busy={isSubmitting}>
            Delete account
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
