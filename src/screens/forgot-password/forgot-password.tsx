import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import { z } from 'zod/mini'
import { redeemCode, resetPasswordBody } from '#src/features/accounts/contract.ts'
import { passwordHint } from '#src/features/accounts/rules.ts'
import { type AskedCode, askCode } from '#src/features/accounts/web/ask-code.ts'
import { CodeField } from '#src/features/accounts/web/code-field.tsx'
import { PasswordInput } from '#src/features/accounts/web/password-input.tsx'
import { showRefusedFields } from '#src/features/accounts/web/refused-fields.ts'
import { useEnter } from '#src/features/accounts/web/use-enter.ts'
import { emailSchema } from '#src/shared/fields.ts'
import { LoginFrame } from '#src/shell/login-frame.tsx'
import { callApi } from '#src/ui/call-api.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { toast, toastError } from '#src/ui/feedback/toast.ts'

const rungs = [
  { title: 'Tell us your e-mail', text: 'The one you signed up with.' },
  { title: 'Get a code', text: 'Eight digits by mail, good for ten minutes in this browser.' },
  { title: 'Set a new password', text: 'You are logged in at once. Every other device is logged out.' },
]

const link = 'touch inline-flex items-center font-medium text-signal underline-offset-4 hover:underline'

const storageKey = 'resetCodeAsked'

/** The code asked for in this tab, so that a reload does not lose the way to enter it; null when it is too old. */
function readAsked(): AskedCode | null {
  const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
  return kept && Date.now() < kept.at + 10 * 60_000 ? kept : null
}

function keepAsked(asked: AskedCode | null) {
  if (asked) sessionStorage.setItem(storageKey, JSON.stringify({ ...asked, at: Date.now() }))
  else sessionStorage.removeItem(storageKey)
}

/** Sets a new password by a mailed code, and signs in. `?email=` fills the first field. */
export default function ForgotPassword() {
  const { withNext } = useEnter()
  const [asked, setAsked] = useState<AskedCode | null>(null)
  useEffect(() => setAsked(readAsked()), [])
  const ask = (next: AskedCode | null) => {
    keepAsked(next)
    setAsked(next)
  }
  return (
    <LoginFrame
      title={asked ? 'We sent a code' : 'Forgot password?'}
      lead={
        asked
          ? `If ${asked.email} can have a code, it is in the mail now. Enter it with your new password.`
          : 'We mail you a code, and with it you set a new one.'
      }
      rungs={rungs}
      footer={
        <>
          <AppLink to={withNext('/login')} className={link}>
            Back to login
          </AppLink>
          {asked && (
            <button type="button" className={link} onClick={() => ask(null)}>
              Use another e-mail
            </button>
          )}
        </>
      }
    >
      {asked ? <PasswordStep asked={asked} /> : <EmailStep onAsked={ask} />}
    </LoginFrame>
  )
}

const emailForm = z.object({ email: emailSchema })

function EmailStep({ onAsked }: { onAsked(asked: AskedCode): void }) {
  const known = useSearch().get('email')
  const { register, handleSubmit, getValues, setValue, formState } = useForm({ resolver: zodResolver(emailForm) })
  const { errors, isSubmitting } = formState
  useEffect(() => {
    if (known && !getValues('email')) setValue('email', known)
  }, [known, getValues, setValue])

  const submit = handleSubmit(async ({ email }) => {
    const asked = await askCode('reset-password', email)
    if (asked) onAsked(asked)
  })

  return (
    <Form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label="Email" error={errors.email?.message}>
        <TextInput {...register('email')} type="email" autoComplete="username" placeholder="you@example.com" />
      </Field>
      <Button type="submit" size="lg" busy={isSubmitting}>
        {isSubmitting ? 'Sending...' : 'Send code'}
      </Button>
    </Form>
  )
}

function PasswordStep({ asked: { email, outbox } }: { asked: AskedCode }) {
  const { enter, withNext } = useEnter()
  const [, navigate] = useLocation()
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(resetPasswordBody),
    defaultValues: { purpose: 'reset-password' as const, email },
  })
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('code'), [setFocus])

  async function askAgain() {
    const sent = await askCode('reset-password', email)
    if (sent) keepAsked(sent)
  }

  const submit = handleSubmit(async (body) => {
    try {
      const { token, user } = await callApi(redeemCode, { body })
      keepAsked(null)
      if (!token) {
        navigate(withNext('/login'))
        toast({ title: 'Password changed', description: 'Log in with it, and with a code from your app.' })
        return
      }
      await enter({ token, user })
      toast({ title: 'Password changed', description: `Welcome back, ${user.name}! Other devices are logged out.` })
    } catch (error) {
      setFocus('code', { shouldSelect: true })
      showRefusedFields(error, setError)
      toastError('Password not changed', error, 'We could not reach the server. Please try again.')
    }
  })

  return (
    <Form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {/* Tells password managers whose new password it is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <CodeField {...register('code')} error={errors.code?.message} outbox={outbox} />
      <Field label="New password" hint={passwordHint} error={errors.password?.message}>
        <PasswordInput {...register('password')} autoComplete="new-password" />
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message}>
        <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
      </Field>
      <Button type="submit" size="lg" busy={isSubmitting}>
        {isSubmitting ? 'Saving...' : 'Set new password'}
      </Button>
      <Button variant="ghost" onClick={askAgain}>
        Send another code
      </Button>
    </Form>
  )
}
