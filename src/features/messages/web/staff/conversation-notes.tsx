import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { useTyped } from '#src/features/accounts/web/use-typed.ts'
import {
  addThreadNote,
  type Conversation,
  listThreadNotes,
  type ThreadNote,
} from '#src/features/messages/conversations-contract.ts'
import { longestNote } from '#src/features/messages/rules.ts'
import { showStart } from '#src/shared/session-times.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { toastError } from '#src/ui/feedback/toast.ts'

/** What the team noted about a conversation; undefined until it is known, and to who may not note. */
export function useNotes(staffId: string, { threadId, mayNote }: Conversation): ThreadNote[] | undefined {
  const { data } = useQuery({
    queryKey: [listThreadNotes.path, staffId, threadId],
    queryFn: () => callApi(listThreadNotes, { params: { threadId } }),
    enabled: mayNote,
    staleTime: 0,
    refetchInterval: 15_000,
    meta: { quiet: true },
  })
  return data
}

/** The notes, newest first, and a field for another one. */
export function ConversationNotes({ id, threadId, notes }: { id: string; threadId: string; notes: ThreadNote[] }) {
  const client = useQueryClient()
  const zone = useRoomZone()
  const [text, setText] = useTyped(`thread-note:${threadId}`)
  const key = useRef(crypto.randomUUID())
  const add = useMutation({
    mutationFn: (note: string) =>
      callApi(addThreadNote, { params: { threadId }, body: { note, idempotencyKey: key.current } }),
    onSuccess: async () => {
      key.current = crypto.randomUUID()
      setText('')
      await client.invalidateQueries({ queryKey: [listThreadNotes.path] })
    },
    onError: (error) => toastError('Note not kept', error),
  })
  return (
    <div id={id} className="grid max-h-72 gap-3 overflow-y-auto py-2">
      <Form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim()) add.mutate(text.trim())
        }}
      >
        <Field label="New note" hint="Only the team reads it.">
          <Textarea
            rows={2}
            maxLength={longestNote}
            className="min-h-16"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          size="sm"
          variant="secondary"
          className="justify-self-start"
          busy={add.isPending}
          disabled={!text.trim()}
        >
          Add note
        </Button>
      </Form>
      {notes.length > 0 && (
        <ul aria-label="Notes" className="grid gap-2">
          {notes.map(({ id, authorName, text, createdAt }) => (
            <li key={id} className="rounded-md bg-raised px-3 py-2">
              <p className="figures text-faint text-sm">
                {authorName ?? 'Somebody of the team'}, {showStart(createdAt, zone)}
              </p>
              <p dir="auto" className="whitespace-pre-wrap text-strong [overflow-wrap:anywhere]">
                {text}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
