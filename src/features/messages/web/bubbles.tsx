import { memo } from 'react'
import type { Message } from '#src/features/messages/contract.ts'
import { showDateIn, showDay, showMessageTime } from '#src/shared/times.ts'
import { cx } from '#src/ui/class-names.ts'
import { useOnline } from '#src/ui/feedback/use-online.ts'
import { MessageText } from './message-text.tsx'
import { StaffMark } from './staff-mark.tsx'
import type { Outgoing } from './use-thread.ts'

/** A line with the day, where it is another than that of the message before. */
function DayBetween({ before, message, readerZone }: Omit<BubbleProps, 'showSeen'>) {
  if (before && showDay(before.createdAt, readerZone) === showDay(message.createdAt, readerZone)) return null
  return (
    <p className="my-4 flex items-center gap-3 text-faint text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {showDateIn(message.createdAt, readerZone)}
    </p>
  )
}

const bubble = 'mb-3 w-fit max-w-[85%] rounded-lg px-4 py-2.5 sm:max-w-[75%]'
const ownBubble = 'ml-auto rounded-br-none text-ink'

type BubbleProps = { message: Message; before?: Message; readerZone: string; showSeen: boolean }

/** A message, below the day where that changes. It renders again only when the message itself changes: a thread is long. */
export const Bubble = memo(function Bubble({ message, before, readerZone, showSeen }: BubbleProps) {
  const { isMine, isSeen, isUnproven, content, createdAt } = message
  return (
    <>
      <DayBetween before={before} message={message} readerZone={readerZone} />
      <article className={cx(bubble, isMine ? `${ownBubble} bg-signal` : 'rounded-bl-none bg-raised text-strong')}>
        <p className={cx('flex flex-wrap items-baseline gap-x-3 text-sm', isMine ? 'text-ink/80' : 'text-soft')}>
          <span className="min-w-0 font-semibold">{nameOf(message)}</span>
          {message.isAdmin && <StaffMark />}
          <time dateTime={createdAt} className="figures">
            {showMessageTime(createdAt, readerZone)}
          </time>
        </p>
        {isUnproven && <p className="font-semibold text-sm">Written before the owner of this e-mail confirmed it</p>}
        <MessageText>{content}</MessageText>
        {showSeen && <p className="text-right text-ink/80 text-sm">{isSeen ? 'Seen' : 'Sent'}</p>}
      </article>
    </>
  )
})

/** Staff answer with one voice, but know each other apart: only they are told e-mails. */
export function nameOf({ isMine, isAdmin, senderName, senderEmail }: Message): string {
  if (isAdmin) return senderEmail === null ? 'Team Admin' : senderName
  return isMine ? 'You' : senderName
}

const bubbleButton = 'touch min-h-9 rounded-sm px-2 font-semibold underline'

/** An own message that is on its way, or did not get through. */
export function OutgoingBubble(props: { outgoing: Outgoing; onRetry?(): void; onDiscard(): void }) {
  const { outgoing, onRetry, onDiscard } = props
  const isOnline = useOnline()
  return (
    <div className={cx(bubble, ownBubble, outgoing.failed ? 'bg-bad' : 'bg-signal')}>
      <MessageText>{outgoing.content}</MessageText>
      {outgoing.failed ? (
        <p className="flex flex-wrap items-center justify-end gap-x-3 text-sm">
          {isOnline ? 'Not sent' : 'Not sent: you are offline.'}
          <button type="button" onClick={onDiscard} className={bubbleButton}>
            Discard
          </button>
          {onRetry && (
            <button type="button" onClick={onRetry} className={bubbleButton}>
              Send again
            </button>
          )}
        </p>
      ) : (
        <p className="text-right text-ink/80 text-sm">Sending...</p>
      )}
    </div>
  )
}
