import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { type Contact, markAnswered, sendInquiryMessage } from '#src/features/contacts/contract.ts'
import { ConversationBar } from '#src/features/messages/web/staff/conversation-bar.tsx'
import { conversationsKey, useConversation } from '#src/features/messages/web/staff/conversations-query.ts'
import { Thread } from '#src/features/messages/web/thread.tsx'
import { gameLabel } from '#src/shared/games.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { toastError } from '#src/ui/feedback/toast.ts'
import { PassOn } from './pass-on.tsx'

type InquiryPaneProps = {
  ownerId: string
  inquiryId: string
  /** What else its form said, where it is loaded. */
  contact: Contact | undefined
  /** Called when it was answered, or marked so. */
  onChanged(): Promise<unknown>
  /** The way back to the list, on phones. */
  back: ReactNode
}

/** The conversation of an inquiry: what the team writes is mailed to who asked (CONTACT-1). */
export function InquiryPane({ ownerId, inquiryId, contact, onChanged, back }: InquiryPaneProps) {
  const { user } = useAccount()
  const client = useQueryClient()
  const zone = useRoomZone()
  const params = { contactId: inquiryId }
  const { data: conversation, error, isFetching, refetch } = useConversation(ownerId, inquiryId)
  const settle = () => Promise.all([onChanged(), client.invalidateQueries({ queryKey: conversationsKey })])
  const mark = useMutation({
    mutationFn: () => callApi(markAnswered, { params }),
    onSuccess: settle,
    onError: (error) => toastError('Not saved', error),
  })
  const facts = contact && [
    gameLabel(contact.game),
    contact.currentRank ?? 'No rank given',
    ...(contact.coachName ? [`Asks about ${contact.coachName}`] : []),
  ]
  return (
    <section
      aria-label={conversation ? `Messages with ${conversation.name}` : 'Messages'}
      className="min-h-0 rounded-lg bg-panel"
    >
      <div className="flex h-full flex-col overflow-y-auto max-lg:h-[max(24rem,calc(100dvh-7rem-var(--room-bar,0px)))]">
        <header className="flex items-center gap-3 border-line border-b p-4">
          {back}
          {conversation && (
            <div className="min-w-0">
              <h2 className="display truncate text-lg">{conversation.name}</h2>
              <p className="figures text-sm [overflow-wrap:anywhere]">
                {['Inquiry', conversation.email, ...(facts ?? [])].join(', ')}
              </p>
            </div>
          )}
        </header>
        {conversation === null && (
          <EmptyState icon={SearchX} title="Inquiry not found" className="m-4 flex-1 justify-center">
            This link no longer works. Choose another one from the list.
          </EmptyState>
        )}
        {conversation === undefined && error && (
          <LoadFailed title="The inquiry could not be loaded" className="m-4" {...{ error, isFetching, refetch }} />
        )}
        {conversation && (
          <>
            <ConversationBar staffId={ownerId} aboutId={inquiryId}>
              {contact && <PassOn contact={contact} />}
              {conversation.waitingSince && (
                <Button variant="ghost" size="sm" busy={mark.isPending} onClick={() => mark.mutate()}>
                  Mark answered
                </Button>
              )}
            </ConversationBar>
            <Thread
              zone={zone}
              of={params}
              ownEmail={user?.email}
              send={async (body) => {
                const message = await callApi(sendInquiryMessage, { params, body })
                void settle()
                return message
              }}
              empty="Nobody has written yet."
              sendLabel="Send Answer"
              success={{ title: 'Answer sent', description: `It is on its way to ${conversation.email}.` }}
              failure={{ title: 'Error', description: 'Failed to send message. Please try again.' }}
              className="min-h-72 flex-1"
            />
            <p className="px-4 pb-3 text-sm">Your answer is mailed below our “Hi”: begin without one.</p>
          </>
        )}
      </div>
    </section>
  )
}
