import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import { login, loginBody } from '#src/accounts/contract.ts'
import { PasswordInput } from '#src/accounts/web/password-input.tsx'
import { showRefusedFields } from '#src/accounts/web/refused-fields.ts'
import { useEnter } from '#src/accounts/web/use-enter.ts'
import { AppLink } from '#src/ui/app-link.tsx'
import { Button } from '#src/ui/button.tsx'
import { callApi, errorText, HttpError } from '#src/ui/call-api.ts'
import { cx } from '#src/ui/class-names.ts'
import { Field, TextInput } from '#src/ui/field.tsx'
import { toast } from '#src/ui/toast.ts'
import { LoginFrame } from './login-frame.tsx'

const rungs = [
  { title: 'Pick your coach', text: 'Ranked players who coach Rocket League, Fortnite or both.' },
  { title: 'Pick your hour', text: 'Free hours for the next 14 days, with your own local time.' },
  { title: 'Climb', text: 'One plan, one session at a time, from your rank to the next.' },
]

const link = 'touch inline-flex items-center font-medium text-signal underline-offset-4 hover:underline'

/** Sign-in with e-mail and password. */
export default function Login() {
  const { enter, withNext } = useEnter()
  const form = useForm({ resolver: zodResolver(loginBody) })
  const { register, handleSubmit, setError, setFocus, getValues, formState } = form
  const [, navigate] = useLocation()
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (body) => {
    try {
      const session = await callApi(login, { body })
      enter(session)
      toast({ title: 'Login Successful', description: `Welcome back, ${session.user.name}!` })
    } catch (error) {
      setFocus('password', { shouldSelect: true })
      showRefusedFields(error, setError)
      toast({
        title: 'Login Failed',
        description:
          error instanceof HttpError
            ? errorText(error, 'Invalid email or password')
            : 'We could not reach the server. Please try again.',
        variant: 'destructive',
      })
    }
  })

  return (
    <LoginFrame
      title="Log in"
      lead="Your sessions, your coach and your climb, where you left them."
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
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label="Email" error={errors.email?.message}>
          <TextInput {...register('email')} type="email" autoComplete="username" placeholder="you@example.com" />
        </Field>
        <Field label="Password" error={errors.password?.message}>
          <PasswordInput {...register('password')} autoComplete="current-password" />
        </Field>
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
        <Button type="submit" size="lg" busy={isSubmitting}>
          {isSubmitting ? 'Logging in...' : 'Log in'}
        </Button>
      </form>
    </LoginFrame>
  )
}
