import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { signup, signupBody } from '#src/features/accounts/contract.ts'
import { passwordHint } from '#src/features/accounts/rules.ts'
import { Agreement } from '#src/features/accounts/web/agreement.tsx'
import { AlreadyIn } from '#src/features/accounts/web/already-in.tsx'
import { PasswordInput } from '#src/features/accounts/web/password-input.tsx'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { showRefusedFields } from '#src/features/accounts/web/refused-fields.ts'
import { useEnter } from '#src/features/accounts/web/use-enter.ts'
import { WaitingHour } from '#src/features/checkout/web/waiting-hour.tsx'
import { papers } from '#src/shared/papers.ts'
import { LoginFrame } from '#src/shell/login-frame.tsx'
import { callApi, errorText, HttpError } from '#src/ui/call-api.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

const rungs = [
  { title: 'Make an account', text: 'A name, an e-mail, a password. That is the first rung.' },
  { title: 'Book an hour', text: 'Choose a coach, a session and a free hour, and pay by card.' },
  { title: 'Play a rank higher', text: 'Meet your coach on Discord and work on your own games.' },
]

const link = 'touch inline-flex items-center font-medium text-signal underline-offset-4 hover:underline'

/** Makes an account and signs it in. */
export default function Signup() {
  const { enter, next, withNext } = useEnter()
  const zone = useReaderZone()
  const form = useForm({ resolver: zodResolver(signupBody) })
  const { register, handleSubmit, setError, setFocus, setValue, formState } = form
  const { errors, isSubmitting } = formState
  // A mail that asks to sign up carries the address it went to.
  const search = useSearch()
  const mailedTo = search.get('email')
  useEffect(() => {
    if (mailedTo) setValue('email', mailedTo)
  }, [mailedTo, setValue])

  const submit = handleSubmit(async (body) => {
    try {
      const session = await callApi(signup, { body: { ...body, zone } })
      await enter(session)
      toast({
        title: 'Account Created',
        // Whoever was on the way somewhere goes on there.
        description: `Welcome, ${session.user.name}!${search.has('next') ? '' : ' Pick a coach and book your hour.'}`,
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
      <AlreadyIn next={next} isBusy={isSubmitting} onOther={() => setFocus('name')}>
        <WaitingHour>We hold it for you as soon as you have your account.</WaitingHour>
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
          <Agreement by="creating an account" termsVersion={papers.terms.version} />
          <Button type="submit" size="lg" busy={isSubmitting}>
            {isSubmitting ? 'Creating account...' : 'Create account'}
          </Button>
        </Form>
      </AlreadyIn>
    </LoginFrame>
  )
}
