import { useQueryClient } from '@tanstack/react-query'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import type { MySession } from '#src/features/bookings/contract.ts'
import { SessionShare } from '#src/features/bookings/web/my-sessions/my-session-share.tsx'
import { OwedLines } from '#src/features/bookings/web/owed-lines.tsx'
import { owedToPlayer } from '#src/features/bookings/web/owed-words.ts'
import { sendMessage } from '#src/features/messages/contract.ts'
import { Thread } from '#src/features/messages/web/thread.tsx'
import type { Post } from '#src/features/messages/web/use-thread.ts'
import { Apart } from '#src/features/sessions/web/safety/apart.tsx'
import { SafetyButton } from '#src/features/sessions/web/safety/safety-button.tsx'
import { useSessionStates } from '#src/features/sessions/web/session-states-query.ts'
import { callApi, HttpError } from '#src/ui/call-api.ts'
import { Dialog } from '#src/ui/controls/dialog.tsx'
import { useNow } from '#src/ui/use-now.ts'

/** The thread of a session, for its player. */
export default function ChatDialog({ session, onClose }: { session: MySession; onClose(): void }) {
  const { user } = useAccount()
  const state = useSessionStates(user?.id).data?.find(({ bookingId }) => bookingId === session.id)
  const sent = state?.intake?.links.length
  const now = useNow()
  const owed = owedToPlayer(session, now, useReaderZone(), { sent, isChecked: state?.checkedAt != null })
  const { id, coachName, coachId, serviceName, isBlocked } = session
  const client = useQueryClient()
  async function send(post: Post) {
    try {
      return await callApi(sendMessage, { body: { bookingId: id, ...post } })
    } catch (error) {
      // They blocked the player since this was loaded.
      if (error instanceof HttpError && error.answer.reason === 'blocked') void client.invalidateQueries()
      throw error
    }
  }
  return (
    <Dialog
      title={coachId ? `Chat with ${coachName}` : 'Chat with our team'}
      description={
        coachId ? `About your ${serviceName}. Our team can read along and help.` : `About your ${serviceName}`
      }
      onClose={onClose}
    >
      <div className="-m-5 flex h-[calc(100%+2.5rem)] flex-col sm:-mx-6 sm:h-[min(34rem,calc(84vh-7rem))]">
        {coachId && (
          <div className="flex justify-end border-line border-b px-5 py-1 sm:px-6">
            <SafetyButton bookingId={id} about={`${serviceName} with ${coachName}`} />
          </div>
        )}
        {isBlocked && <Apart className="px-5 sm:px-6" />}
        <OwedLines lines={isBlocked ? [] : owed} className="figures border-line border-b px-5 py-2 sm:px-6" />
        {!isBlocked && (
          <SessionShare
            session={session}
            now={now}
            className="figures border-line border-b px-5 py-2 text-sm sm:px-6"
          />
        )}
        <Thread
          of={{ bookingId: id }}
          send={isBlocked ? undefined : send}
          empty={isBlocked ? 'Nothing was written.' : 'Say hello, and what you want to work on.'}
          focusField
          className="flex-1"
        />
      </div>
    </Dialog>
  )
}
