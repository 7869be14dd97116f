import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { showRefusedFields } from '#src/features/accounts/web/refused-fields.ts'
import { expireLogin } from '#src/features/accounts/web/use-account.ts'
import { coachesQuery } from '#src/features/coaches/web/coaches-query.ts'
import { shareStory, storyBody } from '#src/features/stories/contract.ts'
import { gameLabel, wireGames } from '#src/shared/games.ts'
import { callApi, isLoginExpired } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog } from '#src/ui/controls/dialog.tsx'
import { Field, Select, Textarea, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { useDraft } from '#src/ui/controls/use-draft.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { featuredStoriesQuery } from './stories-query.ts'

/** The form in which a signed-in player tells their climb. */
export default function ShareStoryDialog({ onClose }: { onClose(): void }) {
  const { data: coaches = [] } = useQuery(coachesQuery)
  const queryClient = useQueryClient()
  const form = useForm({ resolver: zodResolver(storyBody), defaultValues: { sessionsCount: 1 } })
  const draft = useDraft('story', form)
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (body) => {
    try {
      await callApi(shareStory, { body })
    } catch (error) {
      if (isLoginExpired(error)) return expireLogin()
      showRefusedFields(error, setError)
      return toastError('Error submitting story', error, 'Please try again later.')
    }
    draft.clear()
    toast({ title: 'Success story submitted!', description: 'It will be reviewed and published later.' })
    void queryClient.invalidateQueries(featuredStoriesQuery)
    onClose()
  })

  return (
    <Dialog
      title="Share Your Story"
      description="Where you started, where you are now, and what made the difference."
      onClose={onClose}
    >
      <Form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Alert title="Reviewed first">
          Your story will be reviewed and published later, under your account's name.
        </Alert>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Coach" error={errors.coachName?.message}>
            <Select {...register('coachName')}>
              <option value="">Choose your coach</option>
              {coaches.map(({ id, name }) => (
                <option key={id}>{name}</option>
              ))}
            </Select>
          </Field>
          <Field label="Game" error={errors.game?.message}>
            <Select {...register('game')}>
              <option value="">Choose a game</option>
              {wireGames.map((game) => (
                <option key={game} value={game}>
                  {gameLabel(game)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Rank before" error={errors.beforeRank?.message}>
            <TextInput {...register('beforeRank')} placeholder="Gold II" autoComplete="off" />
          </Field>
          <Field label="Rank after" error={errors.afterRank?.message}>
            <TextInput {...register('afterRank')} placeholder="Diamond I" autoComplete="off" />
          </Field>
        </div>
        <Field label="Your story" hint="At least 10 characters, at most 1000." error={errors.story?.message}>
          <Textarea {...register('story')} placeholder="What changed in how you play?" />
        </Field>
        <Field label="Sessions with this coach" error={errors.sessionsCount?.message}>
          <TextInput {...register('sessionsCount')} type="number" inputMode="numeric" min={1} className="max-w-32" />
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isSubmitting}>
            {isSubmitting ? 'Submitting...' : 'Submit Story'}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
