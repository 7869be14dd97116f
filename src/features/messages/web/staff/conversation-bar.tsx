import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import {
  type Conversation,
  giveBackConversation,
  needNoAnswer,
  takeConversation,
} from '#src/features/messages/conversations-contract.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { toastError } from '#src/ui/feedback/toast.ts'
import { whoHas } from './conversation-list.tsx'
import { ConversationNotes, useNotes } from './conversation-notes.tsx'
import { conversationsKey, useConversation } from './conversations-query.ts'

type ConversationBarProps = {
  staffId: string
  /** The booking, application or inquiry. */
  aboutId: string
  /** Further acts. */
  children?: ReactNode
}

/** Whose turn a conversation is, who of the team has it, and what the team noted; nothing before anybody has written. */
export function ConversationBar({ staffId, aboutId, children }: ConversationBarProps) {
  const { data: conversation } = useConversation(staffId, aboutId)
  // Another conversation starts afresh.
  return conversation ? (
    <Bar key={conversation.threadId} conversation={conversation} staffId={staffId}>
      {children}
    </Bar>
  ) : null
}

type BarProps = { conversation: Conversation; staffId: string; children: ReactNode }

function Bar({ conversation, staffId, children }: BarProps) {
  const { threadId, kind, last, assignee, waitingSince, isTheirTurn, isForOthers } = conversation
  const client = useQueryClient()
  const params = { threadId }
  const change = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: (error) => toastError('Nothing was changed', error),
    onSettled: () => client.invalidateQueries({ queryKey: conversationsKey }),
  })
  const press = (act: () => Promise<unknown>) => ({ busy: change.isPending, onClick: () => change.mutate(act) })
  const notes = useNotes(staffId, conversation)
  const [showsNotes, setShowsNotes] = useState(false)
  const notesId = useId()
  return (
    <div className="border-line border-b px-4 py-2">
      <div className="flex flex-wrap items-center gap-2">
        {waitingSince && <Badge tone="warn">Waits for us</Badge>}
        {isTheirTurn && <Badge>Waits for them</Badge>}
        {assignee && <Badge tone={assignee.isMe ? 'good' : 'warn'}>{whoHas(assignee)}</Badge>}
        <span className="flex-1" />
        {assignee?.isMe ? (
          <Button variant="ghost" size="sm" {...press(() => callApi(giveBackConversation, { params }))}>
            Give back
          </Button>
        ) : (
          <Button
            variant="secondary"
            size="sm"
            {...press(() => callApi(takeConversation, { params, body: { insteadOf: assignee?.id ?? null } }))}
          >
            {assignee ? 'Take over' : 'Take it'}
          </Button>
        )}
        {waitingSince && kind !== 'inquiry' && !isForOthers && (
          <Button
            variant="ghost"
            size="sm"
            {...press(() => callApi(needNoAnswer, { params, body: { number: last.number } }))}
          >
            No answer needed
          </Button>
        )}
        {children}
        {notes && (
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={showsNotes}
            aria-controls={notesId}
            onClick={() => setShowsNotes(!showsNotes)}
          >
            Notes{notes.length > 0 && ` (${notes.length})`}
          </Button>
        )}
      </div>
      {notes && showsNotes && <ConversationNotes id={notesId} threadId={threadId} notes={notes} />}
    </div>
  )
}
