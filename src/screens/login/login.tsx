import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import { login, loginBody } from '#src/features/accounts/contract.ts'
import { AlreadyIn } from '#src/features/accounts/web/already-in.tsx'
import { FactorCodeField } from '#src/features/accounts/web/factor-code-field.tsx'
import { PasswordInput } from '#src/features/accounts/web/password-input.tsx'
import { showRefusedFields } from '#src/features/accounts/web/refused-fields.ts'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { useEnter } from '#src/features/accounts/web/use-enter.ts'
import { WaitingHour } from '#src/features/checkout/web/waiting-hour.tsx'
import type { CallReply } from '#src/shared/define-call.ts'
import { anyOfGames } from '#src/shared/games.ts'
import { LoginFrame } from '#src/shell/login-frame.tsx'
import { callApi, errorText, HttpError } from '#src/ui/call-api.ts'
import { cx } from '#src/ui/class-names.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

const rungs = [
  { title: 'Pick your coach', text: `Ranked players who coach ${anyOfGames}.` },
  { title: 'Pick your hour', text: 'Free hours for the next 14 days, with your own local time.' },
  { title: 'Climb', text: 'One plan, one session at a time, from your rank to the next.' },
]

const link = 'touch inline-flex items-center font-medium text-signal underline-offset-4 hover:underline'

/** Sign-in with e-mail and password, and a code where the account has a second step. */
export default function Login() {
  const { enter, next, withNext } = useEnter()
  const { user } = useAccount()
  const isSentHere = useSearch().has('next')
  const form = useForm({ resolver: zodResolver(loginBody) })
  const { register, handleSubmit, setError, setFocus, getValues, resetField, formState } = form
  const [, navigate] = useLocation()
  const { errors, isSubmitting } = formState
  const [needsCode, setNeedsCode] = useState(false)
  useEffect(() => {
    if (needsCode) setFocus('code')
  }, [needsCode, setFocus])

  const submit = handleSubmit(async (body) => {
    try {
      // With the second step on, the first answers 202 with what its contract calls `accepted`.
      const session = (await callApi(login, { body })) as CallReply<typeof login> | { codeRequired: true }
      if ('codeRequired' in session) return setNeedsCode(true)
      await enter(session)
      toast({ title: 'Login Successful', description: `Welcome back, ${session.user.name}!` })
    } catch (error) {
      const isRefused = error instanceof HttpError
      const description = isRefused
        ? errorText(error, 'Invalid email or password')
        : 'We could not reach the server. Please try again.'
      if (!showRefusedFields(error, setError)) {
        const isWrong = isRefused && error.status === 401
        setError('root', { type: isWrong ? 'refused' : 'failed', message: description })
        // The first of the fields that are marked.
        if (isWrong) setFocus(needsCode ? 'code' : 'email', { shouldSelect: true })
      }
      toast({ title: 'Login Failed', description, variant: 'destructive' })
    }
  })

  const isRefused = errors.root?.type === 'refused'
  // Hidden, not gone: the second call sends all of it again.
  const firstStep = needsCode ? 'hidden' : undefined
  return (
    <LoginFrame
      title={needsCode ? 'One more step' : 'Log in'}
      lead={
        needsCode
          ? 'Your password is right. Now the code that your authenticator app shows for Level Up.'
          : // Known only in the browser: a text of the same length, so that no button moves under a thumb.
            isSentHere && !user
            ? 'You are not logged in. Log in, and you are back where you were.'
            : 'Your sessions, your coach and your climb, where you left them.'
      }
      rungs={rungs}
      footer={
        <>
          <p>
            New here?{' '}
            <AppLink to={withNext('/signup')} className={link}>
              Sign up
            </AppLink>
          </p>
          <AppLink to="/" className={link}>
            Return to homepage
          </AppLink>
        </>
      }
    >
      <AlreadyIn next={next} isBusy={isSubmitting || needsCode} onOther={() => setFocus('email')}>
        <WaitingHour>
          <p className="mt-1">New here?</p>
          <ButtonLink to={withNext('/signup')} className="my-2">
            Create an account
          </ButtonLink>
          <p>It takes 30 seconds; your choice waits.</p>
        </WaitingHour>
        <Form onSubmit={submit} noValidate className="flex flex-col gap-5">
          <Field label="Email" error={errors.email?.message} invalid={isRefused} className={firstStep}>
            <TextInput {...register('email')} type="email" autoComplete="username" placeholder="you@example.com" />
          </Field>
          <Field label="Password" error={errors.password?.message} invalid={isRefused} className={firstStep}>
            <PasswordInput {...register('password')} autoComplete="current-password" />
          </Field>
          {!needsCode && (
            <AppLink
              to={withNext('/forgot-password')}
              onClick={(event) => {
                const email = getValues('email')?.trim()
                if (!email) return
                event.preventDefault()
                navigate(withNext('/forgot-password', { email }))
              }}
              className={cx(link, '-my-2 min-h-9 self-start text-sm')}
            >
              Forgot password?
            </AppLink>
          )}
          {needsCode && <FactorCodeField {...register('code')} error={errors.code?.message} orRecovery />}
          {errors.root && (
            <Alert tone="bad" title="Not logged in.">
              {errors.root.message}
            </Alert>
          )}
          <Button type="submit" size="lg" busy={isSubmitting}>
            {isSubmitting ? 'Logging in...' : 'Log in'}
          </Button>
          {needsCode && (
            <Button
              variant="ghost"
              onClick={() => {
                resetField('code')
                setNeedsCode(false)
              }}
            >
              Use another account
            </Button>
          )}
        </Form>
      </AlreadyIn>
    </LoginFrame>
  )
}
