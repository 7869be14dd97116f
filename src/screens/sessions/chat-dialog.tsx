import type { MySession } from '#src/features/bookings/contract.ts'
import { sendMessage } from '#src/features/messages/contract.ts'
import { Thread } from '#src/features/messages/web/thread.tsx'
import { callApi } from '#src/ui/call-api.ts'
import { Dialog } from '#src/ui/controls/dialog.tsx'

/** The thread of a session, for its player. */
export default function ChatDialog({ session, onClose }: { session: MySession; onClose(): void }) {
  const { id, coachName, coachId, serviceName } = session
  return (
    <Dialog
      title={coachId ? `Chat with ${coachName}` : 'Chat with our team'}
      description={
        coachId ? `About your ${serviceName}. Our team can read along and help.` : `About your ${serviceName}`
      }
      onClose={onClose}
    >
      <Thread
        of={{ bookingId: id }}
        send={(post) => callApi(sendMessage, { body: { bookingId: id, ...post } })}
        empty="Say hello, and what you want to work on."
        focusField
        className="-m-5 h-[calc(100%+2.5rem)] sm:-mx-6 sm:h-[min(34rem,calc(84vh-7rem))]"
      />
    </Dialog>
  )
}
