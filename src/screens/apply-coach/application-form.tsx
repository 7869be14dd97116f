import { zodResolver } from '@hookform/resolvers/zod'
import { Clock } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { me } from '#src/features/accounts/contract.ts'
import { showRefusedFields } from '#src/features/accounts/web/refused-fields.ts'
import { expireLogin, useAccount } from '#src/features/accounts/web/use-account.ts'
import { type Application, applicationBody, applyAsCoach } from '#src/features/applications/contract.ts'
import { reviewTime } from '#src/features/applications/rules.ts'
import { PhoneField } from '#src/features/notifications/web/phone-field.tsx'
import { textConsent } from '#src/shared/phone.ts'
import { callApi, errorText, HttpError, isLoginExpired } from '#src/ui/call-api.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, Textarea, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { useDraft } from '#src/ui/controls/use-draft.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { GameChoice } from './game-choice.tsx'

const required = [
  'applicantName',
  'applicantEmail',
  'gameExpertise',
  'currentRank',
  'coachingExperience',
  'whyCoach',
  'availability',
] as const

const failed = {
  title: 'Application failed',
  description: 'Failed to submit application. Please check all fields and try again.',
  variant: 'destructive',
} as const

/** The application itself. What is typed is kept as a draft until it was sent. */
export function ApplicationForm({ onSubmitted }: { onSubmitted(application: Application): void }) {
  const { user } = useAccount()
  const form = useForm({ resolver: zodResolver(applicationBody) })
  const { register, watch, handleSubmit, setError, setValue, getValues, control, formState } = form
  const { errors, isSubmitting } = formState
  const draft = useDraft('coach-application', form)
  const [phoneCountry, setPhoneCountry] = useState('')
  const game = useController({ name: 'gameExpertise', control })

  useEffect(() => {
    if (!user) return
    if (!getValues('applicantName')) setValue('applicantName', user.name)
    if (!getValues('applicantEmail')) setValue('applicantEmail', user.email)
  }, [user, getValues, setValue])

  const submit = handleSubmit(
    async (body) => {
      try {
        // The call itself is open to everybody, and would take an ended session for a visitor's.
        if (user) await callApi(me)
        const application = await callApi(applyAsCoach, { body: { ...body, phoneCountry } })
        draft.clear()
        onSubmitted(application)
        toast({
          title: 'Application submitted successfully!',
          description: `We review it within ${reviewTime}.`,
        })
      } catch (error) {
        if (isLoginExpired(error))
          return expireLogin({
            title: 'Session expired',
            description: 'Please log in again to submit your application.',
            delay: 1500,
          })
        showRefusedFields(error, setError)
        const isTooMany = error instanceof HttpError && error.status === 429
        const said = { ...failed, ...(isTooMany && { description: errorText(error, failed.description) }) }
        setError('root', { message: said.description })
        toast(said)
      }
    },
    (refused) => {
      const isMissing = required.some((name) => refused[name] && !getValues(name)?.trim())
      if (!isMissing) return toast(failed)
      toast({
        title: 'Missing information',
        description: 'Please fill in all required fields.',
        variant: 'destructive',
      })
    },
  )

  return (
    <Form onSubmit={submit} noValidate className="mt-8 flex flex-col gap-6">
      <Part title="Personal Information" lead={user ? 'How we reach you.' : <LogInHint />}>
        <Field label="Full name" error={errors.applicantName?.message}>
          <TextInput {...register('applicantName')} autoComplete="name" />
        </Field>
        <Field label="Email" error={errors.applicantEmail?.message}>
          <TextInput {...register('applicantEmail')} type="email" autoComplete="email" placeholder="you@example.com" />
        </Field>
        <PhoneField
          said={textConsent.application}
          error={errors.applicantPhone?.message}
          typed={watch('applicantPhone')}
          onCountry={setPhoneCountry}
          input={register('applicantPhone')}
        />
        <Field label="Discord username" optional error={errors.discordUsername?.message}>
          <TextInput {...register('discordUsername')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
      </Part>

      <Part title="Gaming Expertise" lead="What you play, and how high.">
        <GameChoice field={game.field} error={errors.gameExpertise?.message} />
        <Field label="Current rank" error={errors.currentRank?.message} className="sm:col-span-2">
          <TextInput {...register('currentRank')} autoComplete="off" placeholder="Grand Champion II in 2v2" />
        </Field>
        <Field
          label="Portfolio links"
          optional
          hint="Clips, streams or tracker profiles. One per line."
          error={errors.portfolioLinks?.message}
          className="sm:col-span-2"
        >
          <Textarea {...register('portfolioLinks')} rows={2} inputMode="url" placeholder="https://" />
        </Field>
      </Part>

      <Part title="Coaching Experience" lead="Helping a friend climb counts, too.">
        <Field
          label="Coaching experience"
          hint="Whom did you help, and what changed for them?"
          error={errors.coachingExperience?.message}
          className="sm:col-span-2"
        >
          <Textarea {...register('coachingExperience')} />
        </Field>
        <Field label="Why do you want to coach?" error={errors.whyCoach?.message} className="sm:col-span-2">
          <Textarea {...register('whyCoach')} />
        </Field>
        <Field
          label="Availability"
          hint="Days and hours you could coach, with your time zone."
          error={errors.availability?.message}
          className="sm:col-span-2"
        >
          <TextInput {...register('availability')} autoComplete="off" placeholder="Weekdays 6-10 PM, New York" />
        </Field>
      </Part>

      <Notice />
      {errors.root && (
        <Alert tone="bad" title={failed.title}>
          {errors.root.message} What you typed is still here.
        </Alert>
      )}
      <Button type="submit" size="lg" busy={isSubmitting} className="sm:self-start">
        {isSubmitting ? 'Submitting...' : 'Submit Application'}
      </Button>
    </Form>
  )
}

/** One section of the form, as one group to screen readers. */
function Part({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <Panel>
      <fieldset className="min-w-0">
        <legend className="display float-left w-full text-lg">{title}</legend>
        <p className="clear-both pt-1">{lead}</p>
        <div className="mt-6 grid gap-5 sm:grid-cols-2">{children}</div>
      </fieldset>
    </Panel>
  )
}

function LogInHint() {
  return (
    <>
      No account needed. Have one?{' '}
      <AppLink
        to={`/login?next=${encodeURIComponent('/apply-coach')}`}
        className="touch inline-flex items-center font-medium text-signal underline underline-offset-4"
      >
        Log in
      </AppLink>{' '}
      and we fill in your name and email.
    </>
  )
}

function Notice() {
  return (
    <div className="flex items-start gap-3">
      <Clock aria-hidden className="mt-0.5 size-5 shrink-0 text-signal" />
      <p className="max-w-prose">
        <span className="font-semibold text-strong">The review takes {reviewTime}.</span> You get a receipt by e-mail
        right away, and our answer the same way.
      </p>
    </div>
  )
}
