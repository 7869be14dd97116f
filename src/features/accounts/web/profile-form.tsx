import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod/mini'
import { type Profile, profileBody, readProfile, saveProfile } from '#src/features/accounts/profile-contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { games, playedGames } from '#src/shared/games.ts'
import { callApi, errorText, isLoginExpired } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, Select, Textarea, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { keepZone, useReaderZone } from './reader-zone.ts'
import { showRefusedFields } from './refused-fields.ts'
import { expireLogin } from './use-account.ts'
import { ZoneOptions } from './zone-options.tsx'

type Typed = z.input<typeof profileBody>

/**
 * The form of a person's profile. `save` says whether it is saved; where not, the form says why, and what was typed stays.
 */
export function useProfileForm(profile: Profile) {
  const client = useQueryClient()
  const readerZone = useReaderZone()
  const form = useForm<Typed, unknown, Profile>({
    resolver: zodResolver(profileBody),
    defaultValues: { ...profile, zone: profile.zone ?? readerZone },
  })
  async function save(): Promise<boolean> {
    let isSaved = false
    await form.handleSubmit(async (body) => {
      try {
        const kept = await callApi(saveProfile, { body })
        client.setQueriesData({ queryKey: [callUrl(readProfile)] }, kept)
        form.reset(kept)
        keepZone(kept.zone)
        isSaved = true
      } catch (error) {
        if (isLoginExpired(error)) return expireLogin()
        showRefusedFields(error, form.setError)
        form.setError('root', { message: errorText(error) })
      }
    })()
    return isSaved
  }
  return { form, save }
}

type FieldsProps = { form: UseFormReturn<Typed, unknown, Profile> }

/** What a coach needs first to find a player. */
export function HandleFields({ form: { register, formState } }: FieldsProps) {
  const { errors } = formState
  return (
    <>
      <Field label="Discord name" optional error={errors.handles?.discord?.message}>
        <TextInput {...register('handles.discord')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label="Name in the game" optional error={errors.gamerTag?.message}>
        <TextInput {...register('gamerTag')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
    </>
  )
}

/** Why the profile could not be saved; nothing otherwise. It stands beside the button. */
export function ProfileNotSaved({ form: { formState } }: FieldsProps) {
  const { root } = formState.errors
  return (
    root && (
      <Alert tone="bad" title="Not saved">
        {root.message}
      </Alert>
    )
  )
}

/** What somebody tells their coach about themselves; nothing of it must be given. `saved` is what is said when it is saved. */
export function ProfileForm({ profile, saved }: { profile: Profile; saved: string }) {
  const { form, save } = useProfileForm(profile)
  const { register, formState } = form
  const { errors, isSubmitting, isDirty } = formState
  const readerZone = useReaderZone()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await save()) toast({ title: saved })
  }

  return (
    <Form onSubmit={submit} noValidate className="grid gap-4">
      <HandleFields form={form} />
      <Field
        label="Epic Games name"
        optional
        hint="If it is another one: for private matches together."
        error={errors.handles?.epic?.message}
      >
        <TextInput {...register('handles.epic')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      {playedGames.map((game) => (
        <Field key={game} label={`Rank in ${games[game].label}`} optional error={errors.ranks?.[game]?.message}>
          <TextInput {...register(`ranks.${game}`)} autoComplete="off" />
        </Field>
      ))}
      <Field label="Your time zone" hint="Times are shown and mailed in it." error={errors.zone?.message}>
        <Select {...register('zone')}>
          <ZoneOptions also={[profile.zone ?? readerZone]} />
        </Select>
      </Field>
      <Field label="What should we work on?" optional error={errors.goal?.message}>
        <Textarea {...register('goal')} rows={2} className="min-h-11" />
      </Field>
      <p className="text-sm">
        Only your coach and our team see this. Rate a session, and your rank stands beside your rating.
      </p>
      <ProfileNotSaved form={form} />
      <Button type="submit" variant="secondary" busy={isSubmitting} disabled={!isDirty} className="justify-self-start">
        Save
      </Button>
    </Form>
  )
}
