import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { passwordHint } from '#src/accounts/catalogue.ts'
import { signup, signupBody } from '#src/accounts/contract.ts'
import { PasswordInput } from '#src/accounts/web/password-input.tsx'
import { showRefusedFields } from '#src/accounts/web/refused-fields.ts'
import { useEnter } from '#src/accounts/web/use-enter.ts'
import { Alert } from '#src/ui/alert.tsx'
import { AppLink } from '#src/ui/app-link.tsx'
import { Button } from '#src/ui/button.tsx'
import { callApi, errorText, HttpError } from '#src/ui/call-api.ts'
import { Field, TextInput } from '#src/ui/field.tsx'
import { Form } from '#src/ui/form.tsx'
import { toast } from '#src/ui/toast.ts'
import { LoginFrame } from './login-frame.tsx'

const rungs = [
  { title: 'Make an account', text: 'A name, an e-mail, a password. That is the first rung.' },
  { title: 'Book an hour', text: 'Choose a coach, a session and a free hour, and pay by card.' },
  { title: 'Play a rank higher', text: 'Meet your coach on Discord and work on your own games.' },
]

const link = 'touch inline-flex items-center font-medium text-signal underline-offset-4 hover:underline'

/** Makes an account and signs it in. */
export default function Signup() {
  const { enter, withNext } = useEnter()
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(signupBody) })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (body) => {
    try {
      const session = await callApi(signup, { body })
      await enter(session)
      toast({
        title: 'Account Created',
        description: `Welcome, ${session.user.name}! Pick a coach and book your hour.`,
      })
    } catch (error) {
      const reason = errorText(error, 'Failed to create account')
      if (error instanceof HttpError && error.status === 409)
        setError('email', { message: reason }, { shouldFocus: true })
      showRefusedFields(error, setError)
      setError('root', { message: reason })
      toast({ title: 'Signup Failed', description: reason, variant: 'destructive' })
    }
  })

  return (
    <LoginFrame
      title="Sign up"
      lead="One account for booking, moving and keeping track of your sessions."
      rungs={rungs}
      footer={
        <>
          <p>
            Already have an account?{' '}
            <AppLink to={withNext('/login')} className={link}>
              Log in
            </AppLink>
          </p>
          <AppLink to="/" className={link}>
            Return to homepage
          </AppLink>
        </>
      }
    >
      <Form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label="Full name" error={errors.name?.message}>
          <TextInput {...register('name')} autoComplete="name" />
        </Field>
        <Field label="Email" error={errors.email?.message}>
          <TextInput {...register('email')} type="email" autoComplete="email" placeholder="you@example.com" />
        </Field>
        <Field label="Password" hint={passwordHint} error={errors.password?.message}>
          <PasswordInput {...register('password')} autoComplete="new-password" />
        </Field>
        <Field label="Confirm password" error={errors.confirmPassword?.message}>
          <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
        </Field>
        {errors.root && (
          <Alert tone="bad" title="Your account was not created.">
            {errors.root.message}
          </Alert>
        )}
        <Button type="submit" size="lg" busy={isSubmitting}>
          {isSubmitting ? 'Creating account...' : 'Create account'}
        </Button>
      </Form>
    </LoginFrame>
  )
}
