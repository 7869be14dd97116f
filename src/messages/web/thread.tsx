import { SendHorizontal } from 'lucide-react'
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { longestMessage } from '#src/messages/catalogue.ts'
import type { Message } from '#src/messages/contract.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { errorText } from '#src/ui/call-api.ts'
import { cx } from '#src/ui/class-names.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { toast } from '#src/ui/toast.ts'
import { MessageText } from './message-text.tsx'
import { type Outgoing, type ThreadOf, useThread } from './use-thread.ts'

type ThreadProps = {
  of: ThreadOf
  /** The call that posts, such as `/api/messages`. */
  sendTo: string
  /** Said while nobody has written yet. */
  empty: ReactNode
  className?: string
}

/** A conversation: its messages, one's own at the right, and a field to write. Give it a height. */
export function Thread({ of, sendTo, empty, className }: ThreadProps) {
  const { messages, outgoing, isLoaded, error, send, retry, see } = useThread(of, sendTo)
  const end = useRef<HTMLDivElement>(null)
  const newest = messages.length
  const isNews = messages.at(-1)?.isMine === false

  useLayoutEffect(() => {
    const log = end.current!.parentElement!
    log.scrollTop = log.scrollHeight
  }, [newest, outgoing.length])

  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && isNews && see()
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [newest, isNews])

  async function trySending(sending: Promise<unknown>) {
    try {
      await sending
    } catch (error) {
      toast({
        title: 'Failed to send message',
        description: errorText(error, 'Please try again later.'),
        variant: 'destructive',
      })
    }
  }

  return (
    <div className={cx('flex min-h-0 flex-col', className)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard can scroll it */}
      <div role="log" aria-label="Messages" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto p-4">
        {!isLoaded && !error && <Skeleton className="h-16 w-2/3 rounded-lg" />}
        {!isLoaded && error !== null && (
          <Alert tone="bad" title="The messages could not be loaded">
            {errorText(error, 'We keep trying every few seconds.')}
          </Alert>
        )}
        {isLoaded && newest + outgoing.length === 0 && <p className="py-6 text-center text-soft">{empty}</p>}
        {messages.map((message, index) => (
          <Fragment key={message.id}>
            <DayBetween before={messages[index - 1]} message={message} />
            <Bubble message={message} />
          </Fragment>
        ))}
        {outgoing.map((each) => (
          <OutgoingBubble key={each.sending} outgoing={each} onRetry={() => trySending(retry(each))} />
        ))}
        <div ref={end} />
      </div>
      <Composer onSend={(content) => void trySending(send(content))} />
    </div>
  )
}

/** A line with the day, where it is another than that of the message before. */
function DayBetween({ before, message }: { before?: Message; message: Message }) {
  const day = new Date(message.createdAt).toDateString()
  if (before && new Date(before.createdAt).toDateString() === day) return null
  const text = new Date(message.createdAt).toLocaleDateString('en-US', {
    weekday: 'long',
    month: 'short',
    day: 'numeric',
  })
  return (
    <p className="my-4 flex items-center gap-3 text-faint text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {text}
    </p>
  )
}

const bubble = 'mb-3 w-fit max-w-[85%] rounded-lg px-4 py-2.5 sm:max-w-[75%]'
const ownBubble = 'ml-auto rounded-br-none bg-signal text-ink'

function Bubble({ message }: { message: Message }) {
  const { isMine, isAdmin, isSeen, senderName, content, createdAt } = message
  return (
    <article className={cx(bubble, isMine ? ownBubble : 'rounded-bl-none bg-raised text-strong')}>
      <p className={cx('flex flex-wrap items-baseline gap-x-3 text-sm', isMine ? 'text-ink/80' : 'text-soft')}>
        <span className="font-semibold">{isMine ? 'You' : isAdmin ? `${senderName}, Team Admin` : senderName}</span>
        <time dateTime={createdAt} className="figures">
          {messageTime(createdAt)}
        </time>
      </p>
      <MessageText>{content}</MessageText>
      {isMine && <p className="text-right text-ink/80 text-sm">{isSeen ? 'Seen' : 'Sent'}</p>}
    </article>
  )
}

function OutgoingBubble({ outgoing, onRetry }: { outgoing: Outgoing; onRetry(): void }) {
  return (
    <div className={cx(bubble, ownBubble, outgoing.failed && 'bg-bad')}>
      <MessageText>{outgoing.content}</MessageText>
      {outgoing.failed ? (
        <p className="flex items-center justify-end gap-3 text-sm">
          Not sent
          <button type="button" onClick={onRetry} className="touch min-h-9 rounded-sm px-2 font-semibold underline">
            Try again
          </button>
        </p>
      ) : (
        <p className="text-right text-sm opacity-80">Sending...</p>
      )}
    </div>
  )
}

/** Enter sends, Shift+Enter makes a new line; blank messages are not sent. */
function Composer({ onSend }: { onSend(content: string): void }) {
  const [text, setText] = useState('')
  const content = text.trim()

  function send() {
    if (!content) return
    setText('')
    onSend(content)
  }
  function sendOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className="flex items-end gap-3 border-line border-t p-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <textarea
        aria-label="Your message"
        placeholder="Write a message"
        rows={1}
        maxLength={longestMessage}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={sendOnEnter}
        className="max-h-40 min-h-11 flex-1 resize-none rounded-md border border-edge bg-ink px-3.5 py-2.5 text-strong [field-sizing:content] placeholder:text-faint"
      />
      <Button type="submit" disabled={!content} aria-label="Send" className="px-4!">
        <SendHorizontal aria-hidden className="size-5" />
      </Button>
    </form>
  )
}

/** `MMM d, HH:mm` (specification part 9), in the reader's own zone. */
function messageTime(createdAt: string): string {
  const date = new Date(createdAt)
  const day = date.toLocaleDateString('en-US', { month: 'short', day: 'numeric' })
  const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  return `${day}, ${time}`
}
