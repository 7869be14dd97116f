import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod/mini'
import { type Profile, profileBody, readProfile, saveProfile } from '#src/features/accounts/profile-contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { games, playedGames } from '#src/shared/games.ts'
import { ownZone } from '#src/shared/times.ts'
import { callApi, errorText, isSessionExpired } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, Select, Textarea, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { showRefusedFields } from './refused-fields.ts'
import { expireLogin } from './use-account.ts'

type ProfileFormProps = {
  profile: Profile
  /** Only what a coach needs first; what else was said stays. */
  brief?: boolean
  /** What is said when it is saved. */
  saved: string
}

/** What somebody tells their coach about themselves; nothing of it must be given. */
export function ProfileForm({ profile, brief, saved }: ProfileFormProps) {
  const client = useQueryClient()
  const { register, handleSubmit, reset, setError, formState } = useForm<z.input<typeof profileBody>, unknown, Profile>(
    {
      resolver: zodResolver(profileBody),
      defaultValues: profile,
    },
  )
  const { errors, isSubmitting, isDirty } = formState

  const submit = handleSubmit(async (body) => {
    try {
      const kept = await callApi(saveProfile, { body })
      client.setQueriesData({ queryKey: [callUrl(readProfile)] }, kept)
      reset(kept)
      toast({ title: saved })
    } catch (error) {
      if (isSessionExpired(error)) return expireLogin()
      showRefusedFields(error, setError)
      setError('root', { message: errorText(error) })
    }
  })

  return (
    <Form onSubmit={submit} noValidate className="grid gap-4">
      <Field label="Discord name" optional error={errors.handles?.discord?.message}>
        <TextInput {...register('handles.discord')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label="Name in the game" optional error={errors.gamerTag?.message}>
        <TextInput {...register('gamerTag')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      {!brief && (
        <>
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
          <Field label="Your time zone" optional error={errors.zone?.message}>
            <Select {...register('zone')}>
              <option value="">Not said</option>
              {zonesWith(profile.zone).map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ))}
            </Select>
          </Field>
        </>
      )}
      <Field label="What should we work on?" optional error={errors.goal?.message}>
        <Textarea {...register('goal')} rows={2} className="min-h-11" />
      </Field>
      <p className="text-sm">Only your coach and our team see this.</p>
      {errors.root && (
        <Alert tone="bad" title="Not saved">
          {errors.root.message}
        </Alert>
      )}
      <Button type="submit" variant="secondary" busy={isSubmitting} disabled={!isDirty} className="justify-self-start">
        Save
      </Button>
    </Form>
  )
}

/** Browsers list a zone under one of its names; the one that is kept may be another. */
function zonesWith(kept: string | null): string[] {
  const device = ownZone()
  return [...new Set([...Intl.supportedValuesOf('timeZone'), device, ...(kept ? [kept] : [])])].sort()
}
