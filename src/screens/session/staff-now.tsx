import { ReceiptText } from 'lucide-react'
import type { SessionStory } from '#src/features/sessions/story-contract.ts'
import { ButtonLink } from '#src/ui/controls/button.tsx'

/** Where staff act on a session: the booking's own dialog, with its thread. */
export function StaffNow({ story: { session } }: { story: SessionStory }) {
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink to={`/owner?booking=${session.id}`} size="sm">
        What happens with this booking?
      </ButtonLink>
      <ButtonLink to={`/receipt?booking=${session.id}`} variant="secondary" size="sm">
        <ReceiptText aria-hidden className="size-4" /> Receipt
      </ButtonLink>
    </div>
  )
}
