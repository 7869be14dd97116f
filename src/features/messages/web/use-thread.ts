import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { expireLogin } from '#src/features/accounts/web/use-account.ts'
import {
  listApplicationMessages,
  listBookingMessages,
  listInquiryMessages,
  type Message,
  markMessagesSeen,
  messageStream,
} from '#src/features/messages/contract.ts'
import { messagesAtOnce } from '#src/features/messages/rules.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { callApi, HttpError, isLoginExpired } from '#src/ui/call-api.ts'
import { threadsKey } from './threads-query.ts'

/** What a thread is about, as the calls name it; `as: 'coach'` on the coach's own screen, who may be staff too. */
export type ThreadOf = { bookingId: string; as?: 'coach' } | { coachApplicationId: string } | { contactId: string }

/** A message to send. `idempotencyKey` stays the same at every try, so it is posted once. */
export type Post = { content: string; idempotencyKey: string }

/** What the call that posts is given: the message, and the number of the newest one on the screen. */
export type Sent = Post & { after: number }

/** The admin area, whose session is good for its own calls only: the one that lists, and what to do when it has ended. */
export type AdminArea = { list(after: number): Promise<Message[]>; onExpired(): void }

/** A message that is on its way, or did not get through. */
export type Outgoing = Post & { failed: boolean }

type State = { messages: Message[]; outgoing: Outgoing[]; isLoaded: boolean; error: unknown }

type Change =
  | { type: 'listed' | 'came'; messages: Message[] }
  | { type: 'seen'; upTo: number }
  | { type: 'on-its-way'; outgoing: Outgoing }
  | { type: 'not-sent' | 'discarded'; idempotencyKey: string }
  | { type: 'not-loaded'; error: unknown }

/** How often a thread is asked for while no stream brings it (MSG-3), in milliseconds. */
const pollEvery = 3000

/**
 * A thread, kept up to date while the tab is seen: by the server's stream, and by asking every 3 s whenever that is not
 * open. Messages are kept by their number, so whichever way they come none is shown twice. In the `adminArea` there is no
 * stream, and nobody is told what was seen. `onGone` is called when the thread may no longer be read. Another `of` needs another
 * component (a key).
 */
export function useThread(of: ThreadOf, adminArea?: AdminArea, onGone?: () => void) {
  const unsentKey = `unsent:${Object.values(of)[0]}`
  const [state, change] = useReducer(reduce, unsentKey, startWithUnsent)
  useEffect(() => sessionStorage.setItem(unsentKey, JSON.stringify(state.outgoing)), [unsentKey, state.outgoing])
  const last = useRef(0)
  last.current = lastWithoutGap(state.messages)
  const isStreamed = adminArea === undefined
  const list = useEffectEvent((after: number) => (adminArea ? adminArea.list(after) : listMessages(of, after)))
  const openStream = useEffectEvent(
    () => new EventSource(callUrl(messageStream, { query: { ...of, after: last.current } })),
  )
  const end = useRef(expireLogin)
  end.current = adminArea?.onExpired ?? expireLogin
  const gone = useEffectEvent(() => onGone?.())
  const queryClient = useQueryClient()

  useEffect(() => {
    let isOpen = true
    let source: EventSource | undefined
    let asked = 0
    let isAsking = false

    /** Whether it was answered. */
    async function ask(): Promise<boolean> {
      isAsking = true
      try {
        const messages: Message[] = []
        let part: Message[]
        do {
          part = await list(messages.at(-1)?.number ?? last.current)
          if (!isOpen) return false
          messages.push(...part)
        } while (part.length === messagesAtOnce)
        change({ type: 'listed', messages })
        last.current = messages.at(-1)?.number ?? last.current
        return true
      } catch (error) {
        if (!isOpen) return false
        if (hasEnded(error, adminArea)) end.current()
        if (error instanceof HttpError && error.status === 404) gone()
        change({ type: 'not-loaded', error })
        return false
      } finally {
        isAsking = false
      }
    }
    function connect() {
      if (!isOpen || !isStreamed || isHidden()) return
      source?.close()
      source = openStream()
      source.addEventListener('message', ({ data }) => change({ type: 'came', messages: [JSON.parse(data)] }))
      source.addEventListener('seen', ({ data }) => change({ type: 'seen', upTo: Number(data) }))
    }
    /** The stream brings one message after the other: what is there already comes by asking. */
    async function start() {
      if (await ask()) connect()
    }
    void start()
    const poll = setInterval(() => {
      if (isAsking || source?.readyState === EventSource.OPEN || isHidden()) return
      if (!source) return void start()
      void ask()
      // A refusal closes it for good; a cut line reconnects by itself.
      asked += 1
      if (source?.readyState === EventSource.CLOSED && asked % 10 === 0) connect()
    }, pollEvery)
    function look() {
      source?.close()
      if (!isHidden()) void start()
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      isOpen = false
      document.removeEventListener('visibilitychange', look)
      clearInterval(poll)
      source?.close()
    }
  }, [isStreamed])

  /** Shows a message while `send` posts it. Throws what that threw. */
  async function post({ idempotencyKey, content }: Post, send: (sent: Sent) => Promise<Message>): Promise<void> {
    change({ type: 'on-its-way', outgoing: { idempotencyKey, content, failed: false } })
    try {
      const message = await send({ idempotencyKey, content, after: last.current })
      change({ type: 'came', messages: [message] })
    } catch (error) {
      change({ type: 'not-sent', idempotencyKey })
      throw error
    }
  }

  /** Says that the newest message is on the screen. */
  async function see() {
    if (!isStreamed) return
    try {
      await callApi(markMessagesSeen, { body: { ...of, number: last.current } })
      await queryClient.invalidateQueries({ queryKey: threadsKey })
    } catch {
      // It is said again with the next message or look.
    }
  }

  const discard = ({ idempotencyKey }: Outgoing) => change({ type: 'discarded', idempotencyKey })

  return { ...state, post, discard, see }
}

function listMessages(of: ThreadOf, after: number): Promise<Message[]> {
  if ('coachApplicationId' in of) return callApi(listApplicationMessages, { params: of, query: { after } })
  if ('contactId' in of) return callApi(listInquiryMessages, { params: of, query: { after } })
  const { bookingId, as } = of
  return callApi(listBookingMessages, { params: { bookingId }, query: { as, after } })
}

/** A tab nobody sees keeps neither one of the browser's few connections to the server nor an admin's session. */
function isHidden(): boolean {
  return document.visibilityState === 'hidden'
}

/** The session is over: in the admin area a player signed in in the same browser is refused as one without the role. */
export function hasEnded(error: unknown, adminArea?: AdminArea): boolean {
  return isLoginExpired(error) || (!!adminArea && error instanceof HttpError && error.status === 403)
}

/** What was not sent when this tab last showed the thread is still there; the messages tell what got through after all. */
function startWithUnsent(unsentKey: string): State {
  const unsent: Outgoing[] = JSON.parse(sessionStorage.getItem(unsentKey) ?? '[]')
  return { messages: [], outgoing: unsent.map((each) => ({ ...each, failed: true })), isLoaded: false, error: null }
}

function reduce(state: State, change: Change): State {
  switch (change.type) {
    case 'listed':
    case 'came':
      return {
        messages: merge(state.messages, change.messages),
        // The stream may bring one's own message before the answer comes, or without one.
        outgoing: state.outgoing.filter(
          ({ idempotencyKey }) => !change.messages.some((each) => each.idempotencyKey === idempotencyKey),
        ),
        isLoaded: state.isLoaded || change.type === 'listed',
        error: null,
      }
    case 'seen':
      return {
        ...state,
        messages: state.messages.map((each) =>
          each.number <= change.upTo && !each.isSeen ? { ...each, isSeen: true } : each,
        ),
      }
    case 'on-its-way':
      return {
        ...state,
        outgoing: [
          ...state.outgoing.filter(({ idempotencyKey }) => idempotencyKey !== change.outgoing.idempotencyKey),
          change.outgoing,
        ],
      }
    case 'not-sent':
      return {
        ...state,
        outgoing: state.outgoing.map((each) =>
          each.idempotencyKey === change.idempotencyKey ? { ...each, failed: true } : each,
        ),
      }
    case 'discarded':
      return {
        ...state,
        outgoing: state.outgoing.filter(({ idempotencyKey }) => idempotencyKey !== change.idempotencyKey),
      }
    case 'not-loaded':
      return { ...state, error: change.error }
  }
}

/** Both lists by number, each message once. What was seen stays seen, whatever an answer from before says. */
function merge(known: Message[], news: Message[]): Message[] {
  if (news.length === 0) return known
  const byNumber = new Map(known.map((message) => [message.number, message]))
  for (const message of news)
    byNumber.set(message.number, { ...message, isSeen: message.isSeen || !!byNumber.get(message.number)?.isSeen })
  return [...byNumber.values()].sort((a, b) => a.number - b.number)
}

/** One's own message can be here before an earlier one of somebody else's: what is asked for next starts at the gap. */
function lastWithoutGap(messages: Message[]): number {
  const gap = messages.findIndex(({ number }, index) => number !== index + 1)
  return gap === -1 ? messages.length : gap
}
