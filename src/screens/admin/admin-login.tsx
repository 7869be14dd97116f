import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { adminLogin } from '#src/features/accounts/contract.ts'
import { CodeField } from '#src/features/accounts/web/code-field.tsx'
import { FactorCodeField } from '#src/features/accounts/web/factor-code-field.tsx'
import { showRefusedFields } from '#src/features/accounts/web/refused-fields.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { type StoredAdmin, storeAdmin } from './stored-admin.ts'

type AskedCode = { codeRequired: true; outbox?: string }
type Fields = StoredAdmin & { code: string; factorCode: string }

/** `known` fills the form. */
type AdminLoginProps = { known: StoredAdmin | null; onEntered(): void }

/** E-mail and name, then the mailed code, then the app's code where a second step is on (ADMIN-1). */
export function AdminLogin({ known, onEntered }: AdminLoginProps) {
  const [asked, setAsked] = useState<AskedCode | null>(null)
  const [needsFactor, setNeedsFactor] = useState(false)
  const form = useForm<Fields>({ defaultValues: { email: '', name: '', ...known, code: '', factorCode: '' } })
  const { register, getValues, setError, setFocus, formState } = form
  const { errors, isSubmitting } = formState
  useEffect(() => {
    if (asked) setFocus(needsFactor ? 'factorCode' : 'code')
  }, [asked, needsFactor, setFocus])

  const submit = form.handleSubmit(async () => {
    const { email, name, code, factorCode } = getValues()
    if (!email.trim() || !name.trim()) {
      if (!name.trim()) setError('name', { message: 'Please enter your name.' }, { shouldFocus: true })
      if (!email.trim()) setError('email', { message: 'Please enter your email.' }, { shouldFocus: true })
      toast({
        title: 'Missing Information',
        description: 'Please enter both email and name.',
        variant: 'destructive',
      })
      return
    }
    try {
      const body = { email, name, ...(asked && { code }), ...(needsFactor && { factorCode }) }
      // The steps before the last answer 202 with what the contract calls `accepted`; a signed-in admin takes none of them.
      const answer = (await callApi(adminLogin, { body })) as StoredAdmin | AskedCode | { factorRequired: true }
      if ('codeRequired' in answer) return setAsked(answer)
      if ('factorRequired' in answer) return setNeedsFactor(true)
      storeAdmin(answer)
      onEntered()
      toast({ title: 'Admin Login Successful', description: `Welcome back, ${answer.name}!` })
    } catch (error) {
      if (asked) setFocus(needsFactor ? 'factorCode' : 'code', { shouldSelect: true })
      showRefusedFields(error, setError)
      const description = errorText(error, 'We could not reach the server. Please try again.')
      setError('root', { message: description })
      toast({ title: 'Login Failed', description, variant: 'destructive' })
    }
  })

  return (
    <Form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label="Admin email" error={errors.email?.message} className={asked ? 'hidden' : undefined}>
        <TextInput {...register('email')} type="email" autoComplete="username" placeholder="you@example.com" />
      </Field>
      <Field label="Name" error={errors.name?.message} className={asked ? 'hidden' : undefined}>
        <TextInput {...register('name')} autoComplete="name" />
      </Field>
      {asked && (
        <>
          <p role="status">
            If {getValues('email').trim()} is an admin's with that name, a code is in the mail now. It works for 10
            minutes.
          </p>
          <p className="text-sm">
            No code after a minute? Look into your spam folder, and check e-mail and name. Both are right? Then you are
            not on the list of admins yet: ask the owner to add you.
          </p>
          <CodeField {...register('code')} error={errors.code?.message} outbox={asked.outbox} />
        </>
      )}
      {needsFactor && <FactorCodeField {...register('factorCode')} error={errors.factorCode?.message} orRecovery />}
      {errors.root && (
        <Alert tone="bad" title="Not logged in.">
          {errors.root.message}
        </Alert>
      )}
      <Button type="submit" size="lg" busy={isSubmitting}>
        {isSubmitting ? 'Logging in...' : asked ? 'Log in' : 'Continue'}
      </Button>
      {asked && (
        <Button
          variant="ghost"
          onClick={() => {
            form.resetField('code')
            form.resetField('factorCode')
            setAsked(null)
            setNeedsFactor(false)
          }}
        >
          Use another e-mail or name
        </Button>
      )}
    </Form>
  )
}
