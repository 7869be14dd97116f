import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { showRefusedFields } from '#src/features/accounts/web/refused-fields.ts'
import {
  beforeIsSourced,
  editCoach,
  editCoachFields,
  type OwnerCoach,
  publicLinksSchema,
} from '#src/features/coaches/contract.ts'
import { linesSchema, PageFields } from '#src/features/coaches/web/page-fields.tsx'
import { gameLabel, wireGames } from '#src/shared/games.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, Select, Textarea, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { useDraft } from '#src/ui/controls/use-draft.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

const formSchema = z
  .extend(editCoachFields, { publicLinks: z.pipe(linesSchema, publicLinksSchema) })
  .check(beforeIsSourced)

type EditCoachDialogProps = { coach: OwnerCoach; onClose(): void; onDone(): void }

/** What the site says about a coach. Bookings and reviews that exist carry the name of their time. */
export default function EditCoachDialog({ coach, onClose, onDone }: EditCoachDialogProps) {
  const { name, title, description, gameExpertise, currentRank, studentsBefore, hoursBefore, beforeSource } = coach
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: {
      ...{ name, title, description, gameExpertise, currentRank },
      ...{ studentsBefore, hoursBefore, beforeSource: beforeSource ?? '' },
      ...{ howITeach: coach.howITeach ?? '', languages: coach.languages, clipUrl: coach.clipUrl ?? '' },
      publicLinks: coach.publicLinks.join('\n'),
    },
  })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState
  const draft = useDraft(`coach:${coach.id}`, form)
  function dismiss() {
    draft.clear()
    onClose()
  }
  const submit = handleSubmit(async (body) => {
    try {
      await callApi(editCoach, { params: { coachId: coach.id }, body })
      draft.clear()
      toast({ title: 'Coach saved', description: `The site shows the changes now.` })
      onDone()
    } catch (error) {
      showRefusedFields(error, setError)
      setError('root', { message: errorText(error) })
    }
  })
  return (
    <Dialog title={`Edit ${coach.name}`} description="What visitors read on the site" onClose={dismiss} sticky>
      <Form onSubmit={submit} noValidate className="grid gap-5">
        {errors.root && (
          <Alert tone="bad" title="Not saved">
            {errors.root.message}
          </Alert>
        )}
        <Field
          label="Name"
          hint="Bookings and reviews so far keep the old name, the page its address."
          error={errors.name?.message}
        >
          <TextInput {...register('name')} />
        </Field>
        <Field label="Title" error={errors.title?.message}>
          <TextInput {...register('title')} />
        </Field>
        <Field label="Description" error={errors.description?.message}>
          <Textarea {...register('description')} />
        </Field>
        <Field label="Game" error={errors.gameExpertise?.message}>
          <Select {...register('gameExpertise')}>
            {wireGames.map((game) => (
              <option key={game} value={game}>
                {gameLabel(game)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Current rank" error={errors.currentRank?.message}>
          <TextInput {...register('currentRank')} />
        </Field>
        <PageFields register={(name) => register(name)} errors={errors} />
        <fieldset className="grid gap-5 border-line border-t pt-5">
          <legend className="float-left font-semibold text-lg text-strong">Before Level Up</legend>
          <p className="text-sm">
            Sessions held here are counted by themselves. Add what the coach did before, and say where you know it from:
            the coach's page shows that, too.
          </p>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Students before" error={errors.studentsBefore?.message}>
              <TextInput inputMode="numeric" {...register('studentsBefore', { setValueAs: readFigure })} />
            </Field>
            <Field label="Hours before" error={errors.hoursBefore?.message}>
              <TextInput inputMode="numeric" {...register('hoursBefore', { setValueAs: readFigure })} />
            </Field>
          </div>
          <Field
            label="Source"
            hint="Needed for any figure above 0, such as: own coaching log, 2021 to 2025."
            error={errors.beforeSource?.message}
          >
            <TextInput {...register('beforeSource')} />
          </Field>
        </fieldset>
        <DialogButtons busy={isSubmitting} onClose={dismiss}>
          <Button type="submit" busy={isSubmitting}>
            Save
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

/** `'1,320'` → `1320`, nothing → `0`; what is no number is refused by the schema. */
function readFigure(typed: string | number): number {
  return Number(String(typed).replace(/[,\s]/g, ''))
}
