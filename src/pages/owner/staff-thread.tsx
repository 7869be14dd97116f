import { Thread } from '#src/messages/web/thread.tsx'

/** The thread of a booking, for staff to read and answer. Give it a height. */
export function StaffThread({ bookingId, className }: { bookingId: string; className?: string }) {
  return (
    <Thread
      of={{ bookingId }}
      sendTo="/api/messages"
      empty="Nobody has written yet. A player who is away gets a mail about what you write."
      sendLabel="Send Message"
      success={{ title: 'Message sent' }}
      failure={{ title: 'Error', description: 'Failed to send message. Please try again.' }}
      className={className}
    />
  )
}
