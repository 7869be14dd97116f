import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { useTyped } from '#src/features/accounts/web/use-typed.ts'
import { noteAboutPerson, type ShownPerson } from '#src/features/desk/person-contract.ts'
import { showInstant } from '#src/shared/times.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

type NotesProps = { person: ShownPerson; onChanged(): Promise<unknown> }

/** What the team noted about the person, and a field for more. */
export function Notes({ person: { id, name, notes }, onChanged }: NotesProps) {
  const zone = useRoomZone()
  const [note, setNote] = useTyped(`note:${id}`)
  /** Of the note being written: sending it again after a lost answer keeps it once. */
  const key = useRef(crypto.randomUUID())
  const keep = useMutation({
    mutationFn: () =>
      callApi(noteAboutPerson, {
        params: { userId: id },
        body: { note: note.trim(), idempotencyKey: key.current },
      }),
    onSuccess: async () => {
      key.current = crypto.randomUUID()
      setNote('')
      await onChanged()
      toast({ title: 'Note kept', description: `Only our team reads it, on the page of ${name}.` })
    },
  })
  return (
    <Panel aria-labelledby="notes">
      <h2 id="notes" className="display mb-4 text-lg">
        Our team’s notes
      </h2>
      {notes === null ? (
        <p>What is noted about you is for the others of the team.</p>
      ) : (
        <>
          <Form
            className="grid gap-3"
            onSubmit={(event) => {
              event.preventDefault()
              keep.mutate()
            }}
          >
            {keep.error && (
              <Alert tone="bad" title="Not kept">
                {errorText(keep.error)}
              </Alert>
            )}
            <Field label="New note" hint="For our team only. It stays, with your name, until the account is deleted.">
              <Textarea
                required
                rows={2}
                maxLength={2000}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            </Field>
            <Button
              type="submit"
              size="sm"
              busy={keep.isPending}
              disabled={!note.trim()}
              className="justify-self-start"
            >
              Keep note
            </Button>
          </Form>
          <ul aria-label="Notes" className="mt-4 empty:hidden">
            {notes.map(({ id, writerName, note, createdAt }) => (
              <li key={id} className="border-line border-t py-3">
                <p dir="auto" className="whitespace-pre-wrap text-strong [overflow-wrap:anywhere]">
                  {note}
                </p>
                <p className="figures mt-1 text-faint text-sm">
                  {writerName}, {showInstant(createdAt, zone)}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
