import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { sendMessage } from '#src/features/messages/contract.ts'
import { Thread } from '#src/features/messages/web/thread.tsx'
import { callApi } from '#src/ui/call-api.ts'

/** The thread of a booking, for staff to read and answer. Give it a height. */
export function StaffThread({ bookingId, className }: { bookingId: string; className?: string }) {
  const { user } = useAccount()
  return (
    <Thread
      ownEmail={user?.email}
      zone={useRoomZone()}
      of={{ bookingId }}
      send={(post) => callApi(sendMessage, { body: { bookingId, ...post } })}
      empty="Nobody has written yet. If the player is away, they are e-mailed what you write."
      sendLabel="Send Message"
      success={{ title: 'Message sent' }}
      failure={{ title: 'Error', description: 'Failed to send message. Please try again.' }}
      className={className}
    />
  )
}
