import { SendHorizontal } from 'lucide-react'
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { expireLogin } from '#src/features/accounts/web/use-account.ts'
import type { Message } from '#src/features/messages/contract.ts'
import { longestMessage } from '#src/features/messages/rules.ts'
import { errorText } from '#src/ui/call-api.ts'
import { cx } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { MessageText } from './message-text.tsx'
import { StaffMark } from './staff-mark.tsx'
import { type AdminArea, hasEnded, type Outgoing, type Post, type ThreadOf, useThread } from './use-thread.ts'

type ThreadProps = {
  of: ThreadOf
  /** Makes the call that posts; without it there is no field to write. */
  send?(post: Post): Promise<Message>
  /** Said while nobody has written yet. */
  empty: ReactNode
  /** What the toast says when a message did not get through: the words differ from screen to screen. */
  failure?: { title: string; description?: string }
  /** What the toast says when one got through; none without. */
  success?: { title: string; description?: string }
  /** The words on the button that sends, which then waits for the answer; an arrow without. */
  sendLabel?: string
  /** Where the thread is shown with the admin area's session. */
  adminArea?: AdminArea
  /** What to do when the thread may be read no more. */
  onGone?(): void
  /** Puts the cursor into the field at once, except on phones, where the keyboard would cover half the screen. */
  focusField?: boolean
  className?: string
}

/**
 * A conversation, live: its messages, one's own at the right, and a field to write. Give it a height. To everybody but
 * staff all staff are 'Team Admin'.
 */
export function Thread(props: ThreadProps) {
  // Another thread starts afresh.
  return <OpenThread key={JSON.stringify(props.of)} {...props} />
}

const defaultFailure = { title: 'Failed to send message', description: 'Please try again later.' }

function OpenThread({
  of,
  send,
  empty,
  failure = defaultFailure,
  focusField = false,
  className,
  ...props
}: ThreadProps) {
  const { success, sendLabel, adminArea, onGone } = props
  const { messages, outgoing, isLoaded, error, post, discard, see } = useThread(of, adminArea, onGone)
  const log = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const newest = messages.length
  const isNews = messages.at(-1)?.isMine === false
  const lastOwn = messages.findLast(({ isMine }) => isMine)

  // The end stays in sight, also when a phone's keyboard takes room; but who reads further up is left there.
  useLayoutEffect(() => {
    const stay = () => {
      if (isAtEnd.current && log.current) log.current.scrollTop = log.current.scrollHeight
    }
    stay()
    const observer = new ResizeObserver(stay)
    if (log.current) observer.observe(log.current)
    return () => observer.disconnect()
  }, [messages, outgoing])

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && isNews) void see()
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [newest, isNews])

  async function trySending(message: Post) {
    if (!send) return
    try {
      await post(message, send)
      if (success) toast(success)
    } catch (error) {
      if (hasEnded(error, adminArea)) (adminArea?.onExpired ?? expireLogin)()
      else toast({ ...failure, variant: 'destructive' })
    }
  }

  function sendNow(content: string) {
    isAtEnd.current = true
    void trySending({ content, idempotencyKey: crypto.randomUUID() })
  }

  return (
    <div className={cx('flex min-h-0 flex-col', className)}>
      <div
        ref={log}
        role="log"
        aria-label="Messages"
        // So that the keyboard can scroll it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < 80
        }}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4"
      >
        {!isLoaded && !error && <Skeleton className="h-16 w-2/3 rounded-lg" />}
        {!isLoaded && error !== null && (
          <Alert tone="bad" title="The messages could not be loaded">
            {errorText(error, 'We keep trying every few seconds.')}
          </Alert>
        )}
        {isLoaded && newest + outgoing.length === 0 && (
          <p className="grid h-full place-content-center text-center text-soft">{empty}</p>
        )}
        {messages.map((message, index) => (
          <Fragment key={message.id}>
            <DayBetween before={messages[index - 1]} message={message} />
            <Bubble message={message} showSeen={message === lastOwn} />
          </Fragment>
        ))}
        {outgoing.map((each) => (
          <OutgoingBubble
            key={each.idempotencyKey}
            outgoing={each}
            onRetry={() => trySending(each)}
            onDiscard={() => discard(each)}
          />
        ))}
      </div>
      {send && (
        <Composer
          draftKey={`draft:thread:${Object.values(of)[0]}`}
          focus={focusField}
          label={sendLabel}
          isSending={outgoing.some(({ failed }) => !failed)}
          onSend={sendNow}
        />
      )}
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
const ownBubble = 'ml-auto rounded-br-none text-ink'

function Bubble({ message, showSeen }: { message: Message; showSeen: boolean }) {
  const { isMine, isSeen, content, createdAt } = message
  return (
    <article className={cx(bubble, isMine ? `${ownBubble} bg-signal` : 'rounded-bl-none bg-raised text-strong')}>
      <p className={cx('flex flex-wrap items-baseline gap-x-3 text-sm', isMine ? 'text-ink/80' : 'text-soft')}>
        <span className="min-w-0 font-semibold">{nameOf(message)}</span>
        {message.isAdmin && <StaffMark />}
        <time dateTime={createdAt} className="figures">
          {messageTime(createdAt)}
        </time>
      </p>
      <MessageText>{content}</MessageText>
      {showSeen && <p className="text-right text-ink/80 text-sm">{isSeen ? 'Seen' : 'Sent'}</p>}
    </article>
  )
}

/** Staff answer with one voice, but know each other apart: only they are told e-mails. */
function nameOf({ isMine, isAdmin, senderName, senderEmail }: Message): string {
  if (isAdmin) return senderEmail === null ? 'Team Admin' : senderName
  return isMine ? 'You' : senderName
}

const bubbleButton = 'touch min-h-9 rounded-sm px-2 font-semibold underline'

function OutgoingBubble(props: { outgoing: Outgoing; onRetry(): void; onDiscard(): void }) {
  const { outgoing, onRetry, onDiscard } = props
  return (
    <div className={cx(bubble, ownBubble, outgoing.failed ? 'bg-bad' : 'bg-signal')}>
      <MessageText>{outgoing.content}</MessageText>
      {outgoing.failed ? (
        <p className="flex items-center justify-end gap-3 text-sm">
          Not sent
          <button type="button" onClick={onDiscard} className={bubbleButton}>
            Discard
          </button>
          <button type="button" onClick={onRetry} className={bubbleButton}>
            Try again
          </button>
        </p>
      ) : (
        <p className="text-right text-ink/80 text-sm">Sending...</p>
      )}
    </div>
  )
}

type ComposerProps = {
  /** Where what was typed and not sent is kept for as long as the tab lives. */
  draftKey: string
  focus: boolean
  label?: string
  isSending: boolean
  onSend(content: string): void
}

/** Enter sends, Shift+Enter makes a new line; blank messages are not sent. */
function Composer({ draftKey, focus, label, isSending, onSend }: ComposerProps) {
  const [text, setText] = useState(() => sessionStorage.getItem(draftKey) ?? '')
  const content = text.trim()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (focus && matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [focus])

  function type(typed: string) {
    setText(typed)
    sessionStorage.setItem(draftKey, typed)
  }
  function send() {
    if (!content || (label && isSending)) return
    type('')
    onSend(content)
  }
  function sendOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <Form
      className="flex items-end gap-3 border-line border-t p-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <textarea
        ref={field}
        aria-label="Your message"
        placeholder="Write a message"
        rows={1}
        maxLength={longestMessage}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={sendOnEnter}
        className="max-h-40 min-h-11 flex-1 resize-none rounded-md border border-edge bg-ink px-3.5 py-2.5 text-strong [field-sizing:content] placeholder:text-faint"
      />
      {label ? (
        <Button type="submit" disabled={!content || isSending}>
          {label}
        </Button>
      ) : (
        <Button type="submit" disabled={!content} aria-label="Send" className="px-4!">
          <SendHorizontal aria-hidden className="size-5" />
        </Button>
      )}
    </Form>
  )
}

/** `MMM d, HH:mm` (TIME-3), in the reader's own zone. */
function messageTime(createdAt: string): string {
  const date = new Date(createdAt)
  const day = date.toLocaleDateString('en-US', { month: 'short', day: 'numeric' })
  const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  return `${day}, ${time}`
}
