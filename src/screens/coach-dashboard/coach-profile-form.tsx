import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { showRefusedFields } from '#src/features/accounts/web/refused-fields.ts'
import { expireLogin } from '#src/features/accounts/web/use-account.ts'
import {
  changeCoachProfile,
  coachProfileSchema,
  type MyCoach,
  publicLinksSchema,
} from '#src/features/coaches/contract.ts'
import { linesSchema, messageOf, PageFields } from '#src/features/coaches/web/page-fields.tsx'
import { PhoneField } from '#src/features/notifications/web/phone-field.tsx'
import { textConsent } from '#src/shared/phone.ts'
import { callApi, isLoginExpired } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, Textarea, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { useKept } from '#src/ui/controls/use-kept.ts'
import { toast, toastError } from '#src/ui/feedback/toast.ts'

const { achievements, specialties } = coachProfileSchema.shape
const formSchema = z.extend(coachProfileSchema, {
  achievements: z.pipe(linesSchema, achievements),
  specialties: z.pipe(linesSchema, specialties),
  publicLinks: z.pipe(linesSchema, publicLinksSchema),
})
type Typed = z.input<typeof formSchema>

/** What a coach says about themselves. */
export function ProfileForm({ profile, onSaved }: { profile: MyCoach; onSaved(): Promise<unknown> }) {
  const [kept, keep] = useKept<Typed>(`profile:${profile.id}`)
  const { register, handleSubmit, getValues, watch, reset, setError, subscribe, formState } = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: toTyped(profile),
  })
  const { errors, isSubmitting, isDirty } = formState
  const [phoneCountry, setPhoneCountry] = useState('')

  useEffect(() => {
    if (kept) reset(kept, { keepDefaultValues: true })
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
  }, [])

  const submit = handleSubmit(async (body) => {
    try {
      const sent = getValues()
      const saved = toTyped(await callApi(changeCoachProfile, { body: { ...body, phoneCountry } }))
      // What was typed meanwhile stays, as a change to be saved.
      const typed = getValues()
      const wentOn = JSON.stringify(typed) !== JSON.stringify(sent)
      reset(saved)
      if (wentOn) reset(typed, { keepDefaultValues: true })
      keep(wentOn ? typed : null)
      toast({ title: 'Profile saved', description: 'Players can see it now.' })
      await onSaved()
    } catch (error) {
      if (isLoginExpired(error)) return expireLogin()
      showRefusedFields(error, setError)
      toastError('Profile not saved', error, 'We could not reach the server. Please try again.')
    }
  })
  function discard() {
    reset(toTyped(profile))
    keep(null)
  }

  return (
    <Form
      onSubmit={submit}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-[repeat(2,minmax(0,1fr))]"
    >
      <Field label="Title" hint="What you coach, in a few words." error={errors.title?.message}>
        <TextInput {...register('title')} />
      </Field>
      <Field label="Current rank" hint="In the game you coach." error={errors.currentRank?.message}>
        <TextInput {...register('currentRank')} />
      </Field>
      <Field
        label="About you"
        hint="How you coach and what a player takes home."
        error={errors.description?.message}
        className="sm:col-span-2"
      >
        <Textarea {...register('description')} />
      </Field>
      <Field label="Achievements" optional hint="One a line, at most 6." error={messageOf(errors.achievements)}>
        <Textarea {...register('achievements')} />
      </Field>
      <Field label="Specialties" optional hint="One a line, at most 8." error={messageOf(errors.specialties)}>
        <Textarea {...register('specialties')} />
      </Field>
      <PageFields register={(name) => register(name)} errors={errors} />
      <Field
        label="When you usually coach"
        optional
        hint="In words, for your page. What can be booked is set under Availability."
        error={errors.availability?.message}
      >
        <TextInput {...register('availability')} />
      </Field>
      <Field
        label="Discord username"
        optional
        hint="Where players meet you. Not shown on the site."
        error={errors.discordUsername?.message}
      >
        <TextInput {...register('discordUsername')} autoComplete="off" spellCheck={false} />
      </Field>
      <Field
        label="Your room"
        optional
        hint="A link that players join, such as a Discord server or a call. Only players who booked see it, 15 minutes before they start."
        error={errors.roomUrl?.message}
        className="sm:col-span-2"
      >
        <TextInput type="url" inputMode="url" placeholder="https://" {...register('roomUrl')} autoComplete="off" />
      </Field>
      <PhoneField
        said={`${textConsent.coach} Not shown on the site.`}
        error={errors.phone?.message}
        className="sm:col-span-2"
        typed={watch('phone')}
        onCountry={setPhoneCountry}
        input={register('phone')}
      />
      <Field
        label="Portfolio links"
        optional
        hint="For our team. Not shown on the site."
        error={errors.portfolioLinks?.message}
        className="sm:col-span-2"
      >
        <Textarea {...register('portfolioLinks')} rows={2} className="min-h-11" />
      </Field>
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button type="submit" busy={isSubmitting} disabled={!isDirty}>
          Save profile
        </Button>
        {isDirty && (
          <Button variant="secondary" disabled={isSubmitting} onClick={discard}>
            Discard changes
          </Button>
        )}
      </div>
    </Form>
  )
}

function toTyped(profile: MyCoach): Typed {
  const { title, description, currentRank, achievements, specialties, languages } = profile
  return {
    title,
    description,
    currentRank,
    achievements: achievements.join('\n'),
    specialties: specialties.join('\n'),
    availability: profile.availability ?? '',
    discordUsername: profile.discordUsername ?? '',
    portfolioLinks: profile.portfolioLinks ?? '',
    roomUrl: profile.roomUrl ?? '',
    phone: profile.phone ?? '',
    howITeach: profile.howITeach ?? '',
    languages,
    clipUrl: profile.clipUrl ?? '',
    publicLinks: profile.publicLinks.join('\n'),
  }
}
