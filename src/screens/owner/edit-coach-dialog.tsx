import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { showRefusedFields } from '#src/features/accounts/web/refused-fields.ts'
import { editCoach, editCoachBody, type OwnerCoach } from '#src/features/coaches/contract.ts'
import { gameLabel, wireGames } from '#src/shared/games.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, Select, Textarea, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

type EditCoachDialogProps = { coach: OwnerCoach; onClose(): void; onDone(): void }

/** What the site says about a coach. Bookings and reviews that exist carry the name of their time. */
export default function EditCoachDialog({ coach, onClose, onDone }: EditCoachDialogProps) {
  const { name, title, description, gameExpertise, currentRank, studentsBefore, hoursBefore, beforeSource } = coach
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(editCoachBody),
    defaultValues: {
      ...{ name, title, description, gameExpertise, currentRank },
      ...{ studentsBefore, hoursBefore, beforeSource: beforeSource ?? '' },
    },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (body) => {
    try {
      await callApi(editCoach, { params: { coachId: coach.id }, body })
      toast({ title: 'Coach saved', description: `The site shows the changes now.` })
      onDone()
    } catch (error) {
      showRefusedFields(error, setError)
      setError('root', { message: errorText(error) })
    }
  })
  return (
    <Dialog title={`Edit ${coach.name}`} description="What visitors read on the site" onClose={onClose} sticky>
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
        <DialogButtons busy={isSubmitting} onClose={onClose}>
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
