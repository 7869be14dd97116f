import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { showRefusedFields } from '#src/features/accounts/web/refused-fields.ts'
import { expireLogin } from '#src/features/accounts/web/use-account.ts'
import { linesSchema, messageOf } from '#src/features/coaches/web/page-fields.tsx'
import {
  type Intake,
  intakeBody,
  lastIntake,
  linksSchema,
  mostLinks,
  saveIntake,
} from '#src/features/sessions/contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { callApi, errorText, isLoginExpired } from '#src/ui/call-api.ts'
import { Field, Textarea, TextInput } from '#src/ui/controls/field.tsx'
import { useDraft } from '#src/ui/controls/use-draft.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { sessionStatesKey } from './session-states-query.ts'

const formSchema = z.extend(intakeBody, { links: z.pipe(linesSchema, linksSchema) })
type Typed = z.input<typeof formSchema>

/** What the player said for this session or, to begin with, before their last one; asked for afresh each time. */
export function useLastIntake(bookingId: string) {
  const input = { params: { bookingId } }
  return useQuery({
    queryKey: [callUrl(lastIntake, input)],
    queryFn: () => callApi(lastIntake, input),
    staleTime: 0,
    gcTime: 0,
    // What is being typed stays.
    refetchOnWindowFocus: false,
    meta: { quiet: true },
  })
}

/**
 * The form of what a player says before a session, beginning with `intake`. What is typed stays in the tab until it is saved. `save`
 * gives what is kept; where it is not, null, and the form says why.
 */
export function useIntakeForm({
  bookingId,
  userId,
  intake,
}: {
  bookingId: string
  userId: string
  intake: Intake | null
}) {
  const client = useQueryClient()
  const form = useForm<Typed, unknown, Intake>({
    resolver: zodResolver(formSchema),
    defaultValues: { ...intake, links: intake?.links.join('\n') ?? '' },
  })
  const draft = useDraft(`intake:${bookingId}`, form)
  async function save(): Promise<Intake | null> {
    let kept: Intake | null = null
    await form.handleSubmit(async (body) => {
      try {
        const saved = await callApi(saveIntake, { params: { bookingId }, body })
        draft.clear()
        await client.invalidateQueries({ queryKey: sessionStatesKey(userId) })
        kept = saved.intake
      } catch (error) {
        if (isLoginExpired(error)) return expireLogin()
        showRefusedFields(error, form.setError)
        form.setError('root', { message: errorText(error) })
      }
    })()
    return kept
  }
  return { form, save }
}

/** Its fields, of which none must be filled, and why they could not be saved. */
export function IntakeFields({ form: { register, formState } }: { form: UseFormReturn<Typed, unknown, Intake> }) {
  const { errors } = formState
  return (
    <>
      <Field label="Your rank now" optional error={errors.rank?.message}>
        <TextInput {...register('rank')} autoComplete="off" />
      </Field>
      <Field label="What do you want to reach?" optional error={errors.goal?.message}>
        <TextInput {...register('goal')} autoComplete="off" />
      </Field>
      <Field label="What holds you back?" optional error={errors.holdsBack?.message}>
        <Textarea {...register('holdsBack')} rows={2} className="min-h-18!" />
      </Field>
      <Field
        label="Replays and clips"
        optional
        hint={`Links that begin with https://, one a line, at most ${mostLinks}.`}
        error={messageOf(errors.links)}
      >
        <Textarea {...register('links')} rows={2} className="min-h-18!" inputMode="url" placeholder="https://" />
      </Field>
      {errors.root && (
        <Alert tone="bad" title="Not saved">
          {errors.root.message}
        </Alert>
      )}
    </>
  )
}
