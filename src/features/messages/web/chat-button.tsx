import { MessageSquare } from 'lucide-react'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button } from '#src/ui/controls/button.tsx'

type ChatButtonProps = {
  /** What the chat is about, for those who do not see the row: `Pro Session with VexFlip`. */
  about: string
  /** How many messages of others came since one last looked. */
  unread: number
  onOpen(): void
}

/** Opens a chat, and says how much is new in it. */
export function ChatButton({ about, unread, onOpen }: ChatButtonProps) {
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={unread > 0 ? `Chat about ${about}, ${unread} new` : `Chat about ${about}`}
      onClick={onOpen}
    >
      <MessageSquare aria-hidden className="size-4" /> Chat
      {unread > 0 && (
        <Badge tone="signal" className="-mr-1">
          {unread > 99 ? '99+' : unread}
        </Badge>
      )}
    </Button>
  )
}
