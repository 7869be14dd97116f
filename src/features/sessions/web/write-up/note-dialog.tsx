import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type CoachSession, savePlayerNote } from '#src/features/bookings/contract.ts'
import { coachSessionsKey } from '#src/features/bookings/web/coach-sessions-query.ts'
import { must } from '#src/shared/must.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { useKept } from '#src/ui/controls/use-kept.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

/** The coach's private note about the player of a session, for all of that player's sessions. */
export default function NoteDialog({ session, onClose }: { session: CoachSession; onClose(): void }) {
  const { customerName, playerId, note } = session
  const client = useQueryClient()
  const [typed, setTyped] = useKept<string>(`note:${playerId}`)
  const save = useMutation({
    mutationFn: () =>
      callApi(savePlayerNote, {
        params: { playerId: must(playerId, 'the session’s player') },
        body: { note: typed ?? note },
      }),
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: coachSessionsKey })
      setTyped(null)
      toast({ title: saved.note ? 'Note saved' : 'Note removed', description: 'Only you can read your notes.' })
      onClose()
    },
  })
  function dismiss() {
    setTyped(null)
    onClose()
  }
  return (
    <Dialog title={`Note about ${customerName}`} description="Only you can read it." onClose={dismiss} sticky>
      <Form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        {save.error && (
          <Alert tone="bad" title="Not saved">
            {errorText(save.error)}
          </Alert>
        )}
        <Field label="Note" hint="Habits, goals, what to look at next time. Leave it empty to remove the note.">
          <Textarea
            rows={6}
            maxLength={2000}
            readOnly={save.isPending}
            value={typed ?? note ?? ''}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <DialogButtons busy={save.isPending} onClose={dismiss}>
          <Button type="submit" busy={save.isPending} disabled={typed === null}>
            Save note
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
