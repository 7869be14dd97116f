import { ArrowDown } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { expireLogin } from '#src/features/accounts/web/use-account.ts'
import type { Message } from '#src/features/messages/contract.ts'
import { errorText, HttpError } from '#src/ui/call-api.ts'
import { cx } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { announce } from '#src/ui/feedback/announce.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { Bubble, nameOf, OutgoingBubble } from './bubbles.tsx'
import { Composer } from './composer.tsx'
import { type AdminArea, hasEnded, type Post, type Sent, type ThreadOf, useThread } from './use-thread.ts'

type ThreadProps = {
  of: ThreadOf
  /** Makes the call that posts; without it there is no field to write. */
  send?(post: Sent): Promise<Message>
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
  /** Whose clock its times are on; the reader's if absent. */
  zone?: string
  /** The e-mail of the member of the team who reads it: what the team writes meanwhile elsewhere is pointed out. */
  ownEmail?: string
  /** Called when the thread may no longer be read. */
  onGone?(): void
  /** Called with the number of the newest message that is shown. */
  onNewest?(number: number): void
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

/** As many messages as are shown at first, and as each press on 'Show earlier' adds. */
const shownAtOnce = 50

function OpenThread({
  of,
  send,
  empty,
  failure = defaultFailure,
  focusField = false,
  className,
  ...props
}: ThreadProps) {
  const { success, sendLabel, adminArea, ownEmail, onGone, onNewest, zone } = props
  const { messages, outgoing, isLoaded, error, post, discard, see } = useThread(of, adminArea, onGone)
  const own = useReaderZone()
  const readerZone = zone ?? own
  const log = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const [hasNews, setHasNews] = useState(false)
  /** The place of the first message shown, once they are loaded. */
  const [first, setFirst] = useState<number>()
  if (isLoaded && first === undefined) setFirst(Math.max(0, messages.length - shownAtOnce))
  const newest = messages.length
  /** How many messages there were when this reader came, or wrote the last time. */
  const [known, setKnown] = useState<number>()
  if (isLoaded && known === undefined) setKnown(newest)
  /** The keys of what this screen sent: one's own may come from another device. */
  const sentHere = useRef(new Set<string | null>())
  const meanwhile =
    ownEmail && messages.slice(known).findLast((each) => each.isAdmin && !sentHere.current.has(each.idempotencyKey))
  const isNews = messages.at(-1)?.isMine === false
  const tellNewest = useEffectEvent(() => onNewest?.(messages.at(-1)?.number ?? 0))
  useEffect(() => tellNewest(), [newest])
  const lastOwn = messages.findLast(({ isMine }) => isMine)

  // The end stays in sight, also when a phone's keyboard takes room; but a reader further up is left there.
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

  useNews(messages, isLoaded, (news) => {
    announce(news.map((message) => `${nameOf(message)}: ${message.content}`).join('\n'))
    if (!isAtEnd.current) setHasNews(true)
  })

  async function trySending(message: Post) {
    if (!send) return
    sentHere.current.add(message.idempotencyKey)
    try {
      await post(message, send)
      if (success) toast(success)
    } catch (error) {
      if (hasEnded(error, adminArea)) (adminArea?.onExpired ?? expireLogin)()
      else {
        // The chat is full, or one of the two blocked the other: trying again is no use.
        const isRefused = error instanceof HttpError && error.status === 409
        toast({ ...failure, ...(isRefused && { description: errorText(error) }), variant: 'destructive' })
      }
    }
  }

  function sendNow(content: string) {
    isAtEnd.current = true
    setKnown(newest)
    void trySending({ content, idempotencyKey: crypto.randomUUID() })
  }

  /** The button that was pressed goes: the messages take its focus. */
  function showEarlier() {
    const { scrollHeight = 0, scrollTop = 0 } = log.current ?? {}
    flushSync(() => setFirst(Math.max(0, (first ?? 0) - shownAtOnce)))
    // What was read stays where it was.
    log.current?.scrollTo({ top: scrollTop + log.current.scrollHeight - scrollHeight, behavior: 'instant' })
    log.current?.focus({ preventScroll: true })
  }

  function showNewest() {
    log.current?.scrollTo({ top: log.current.scrollHeight, behavior: 'instant' })
    log.current?.focus({ preventScroll: true })
  }

  const isEmpty = isLoaded && newest + outgoing.length === 0
  return (
    <div className={cx('flex min-h-0 flex-col', className)}>
      <div
        ref={log}
        role="log"
        // `announce` says what is new, once: not what was here before, one's own words, and who has seen them.
        aria-live="off"
        aria-label="Messages"
        // So that the keyboard can scroll it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < 80
          if (isAtEnd.current) setHasNews(false)
        }}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4"
      >
        {!isLoaded && !error && <Skeleton className="h-16 w-2/3 rounded-lg" />}
        {!isLoaded && error !== null && (
          <Alert tone="bad" title="The messages could not be loaded">
            {errorText(error, 'We keep trying every few seconds.')}
          </Alert>
        )}
        {isEmpty && <p className="grid h-full place-content-center text-center text-soft">{empty}</p>}
        {!!first && (
          <Button variant="secondary" size="sm" className="mx-auto flex" onClick={showEarlier}>
            Show earlier
          </Button>
        )}
        {messages.slice(first).map((message, index) => (
          <Bubble
            key={message.id}
            message={message}
            before={messages[(first ?? 0) + index - 1]}
            readerZone={readerZone}
            showSeen={message === lastOwn}
          />
        ))}
        {outgoing.map((each) => (
          <OutgoingBubble
            key={each.idempotencyKey}
            outgoing={each}
            onRetry={send && (() => trySending(each))}
            onDiscard={() => discard(each)}
          />
        ))}
      </div>
      {hasNews && (
        <div className="relative">
          <Button size="sm" className="absolute inset-x-0 bottom-3 mx-auto w-fit shadow-float" onClick={showNewest}>
            <ArrowDown aria-hidden className="size-4" /> New message
          </Button>
        </div>
      )}
      {send && meanwhile && (
        <p role="status" className="border-line border-t px-4 py-2 text-sm text-warn">
          {meanwhile.senderEmail === ownEmail ? 'You' : `${meanwhile.senderName} of the team`} wrote meanwhile
          {meanwhile.senderEmail === ownEmail && ' on another screen'}. Read it before you send yours.
        </p>
      )}
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

/** Tells what others wrote since the thread was loaded, each message once. */
function useNews(messages: Message[], isLoaded: boolean, onNews: (news: Message[]) => void) {
  const heard = useRef<Set<string>>(undefined)
  const tell = useEffectEvent(onNews)
  useEffect(() => {
    if (!isLoaded) return
    const before = heard.current
    heard.current = new Set(messages.map(({ id }) => id))
    const news = messages.filter(({ id, isMine }) => before && !isMine && !before.has(id))
    if (news.length > 0) tell(news)
  }, [messages, isLoaded])
}
