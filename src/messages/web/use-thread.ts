import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { expireSession } from '#src/accounts/web/session.ts'
import { messagesAtOnce } from '#src/messages/catalogue.ts'
import type { Message } from '#src/messages/contract.ts'
import { HttpError, isSessionExpired, sendRequest } from '#src/ui/call-api.ts'
import { threadsKey } from './threads-query.ts'

/** What a thread is about, as the calls name it; `as: 'coach'` on the coach's own screen, who may be staff too. */
export type ThreadOf = { bookingId: string; as?: 'coach' } | { coachApplicationId: string }

/** The admin area, whose session is good for its own calls only: the one that lists, and what to do when it has ended. */
export type AdminArea = { list: string; onExpired(): void }

/** A message that is on its way, or did not get through. `sending` stays the same at every try, so it is posted once. */
export type Outgoing = { sending: string; content: string; failed: boolean }

type State = { messages: Message[]; outgoing: Outgoing[]; isLoaded: boolean; error: unknown }

type Change =
  | { type: 'came'; messages: Message[] }
  | { type: 'seen'; upTo: number }
  | { type: 'sending'; outgoing: Outgoing }
  | { type: 'not-sent' | 'discarded'; sending: string }
  | { type: 'not-loaded'; error: unknown }

/** How often a thread is asked for while no stream brings it (specification part 9), in milliseconds. */
const pollEvery = 3000

/**
 * A thread, kept up to date while the tab is seen: by the server's stream, and by asking every 3 s whenever that is not
 * open. Messages are kept by their number, so whichever way they come none is shown twice. `sendTo` is the call that
 * posts; `send` and `retry` throw what it threw. In the `adminArea` there is no stream, and nobody is told what was seen.
 * `onGone` hears that the thread may be read no more.
 */
export function useThread(of: ThreadOf, sendTo: string, adminArea?: AdminArea, onGone?: () => void) {
  const unsentKey = `unsent:${Object.values(of)[0]}`
  const [state, change] = useReducer(reduce, unsentKey, startWithUnsent)
  useEffect(() => sessionStorage.setItem(unsentKey, JSON.stringify(state.outgoing)), [unsentKey, state.outgoing])
  const last = useRef(0)
  last.current = lastWithoutGap(state.messages)
  const query = new URLSearchParams(of).toString()
  const ownPath =
    'bookingId' in of ? `/api/messages/booking/${of.bookingId}` : `/api/messages/application/${of.coachApplicationId}`
  const listUrl = adminArea?.list ?? `${ownPath}?${query}`
  const isStreamed = adminArea === undefined
  const end = useRef(expireSession)
  end.current = adminArea?.onExpired ?? expireSession
  const gone = useEffectEvent(() => onGone?.())
  const queryClient = useQueryClient()

  useEffect(() => {
    let isOpen = true
    let source: EventSource | undefined
    let asked = 0

    async function ask() {
      try {
        let after = last.current
        for (;;) {
          const messages = (await sendRequest('GET', `${listUrl}&after=${after}`)) as Message[]
          if (!isOpen) return
          change({ type: 'came', messages })
          if (messages.length < messagesAtOnce) return
          after = messages.at(-1)!.number
        }
      } catch (error) {
        if (!isOpen) return
        if (hasEnded(error, adminArea)) end.current()
        if (error instanceof HttpError && error.status === 404) gone()
        change({ type: 'not-loaded', error })
      }
    }
    function connect() {
      if (!isStreamed || isHidden()) return
      source = new EventSource(`/api/messages/live?${query}&after=${last.current}`)
      source.addEventListener('message', ({ data }) => change({ type: 'came', messages: [JSON.parse(data)] }))
      source.addEventListener('seen', ({ data }) => change({ type: 'seen', upTo: Number(data) }))
    }
    void ask()
    connect()
    const poll = setInterval(() => {
      if (source?.readyState === EventSource.OPEN || isHidden()) return
      void ask()
      // A refusal closes it for good; a cut line reconnects by itself.
      asked += 1
      if (source?.readyState === EventSource.CLOSED && asked % 10 === 0) connect()
    }, pollEvery)
    function look() {
      source?.close()
      if (isHidden()) return
      void ask()
      connect()
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      isOpen = false
      document.removeEventListener('visibilitychange', look)
      clearInterval(poll)
      source?.close()
    }
  }, [listUrl, query, isStreamed])

  async function post({ sending, content }: Outgoing): Promise<void> {
    change({ type: 'sending', outgoing: { sending, content, failed: false } })
    try {
      const message = (await sendRequest('POST', sendTo, { ...of, content, sending })) as Message
      change({ type: 'came', messages: [message] })
    } catch (error) {
      change({ type: 'not-sent', sending })
      throw error
    }
  }
  const send = (content: string) => post({ sending: crypto.randomUUID(), content, failed: false })

  /** Says that the newest message is on the screen. */
  async function see() {
    if (!isStreamed) return
    try {
      await sendRequest('POST', '/api/messages/seen', { ...of, number: last.current })
      await queryClient.invalidateQueries({ queryKey: threadsKey })
    } catch {
      // It is said again with the next message or look.
    }
  }

  const discard = ({ sending }: Outgoing) => change({ type: 'discarded', sending })

  return { ...state, send, retry: post, discard, see }
}

/** A tab nobody sees keeps neither one of the browser's few connections to the server nor an admin's session. */
function isHidden(): boolean {
  return document.visibilityState === 'hidden'
}

/** The session is over: in the admin area a player signed in in the same browser is refused as one without the role. */
export function hasEnded(error: unknown, adminArea?: AdminArea): boolean {
  return isSessionExpired(error) || (!!adminArea && error instanceof HttpError && error.status === 403)
}

/** What was not sent when this tab last showed the thread is still there; the messages tell what got through after all. */
function startWithUnsent(unsentKey: string): State {
  const unsent: Outgoing[] = JSON.parse(sessionStorage.getItem(unsentKey) ?? '[]')
  return { messages: [], outgoing: unsent.map((each) => ({ ...each, failed: true })), isLoaded: false, error: null }
}

function reduce(state: State, change: Change): State {
  switch (change.type) {
    case 'came':
      return {
        messages: merge(state.messages, change.messages),
        // The stream may bring one's own message before the answer to its sending comes, or without one.
        outgoing: state.outgoing.filter(({ sending }) => !change.messages.some((each) => each.sending === sending)),
        isLoaded: true,
        error: null,
      }
    case 'seen':
      return {
        ...state,
        messages: state.messages.map((each) => (each.number <= change.upTo ? { ...each, isSeen: true } : each)),
      }
    case 'sending':
      return {
        ...state,
        outgoing: [...state.outgoing.filter(({ sending }) => sending !== change.outgoing.sending), change.outgoing],
      }
    case 'not-sent':
      return {
        ...state,
        outgoing: state.outgoing.map((each) => (each.sending === change.sending ? { ...each, failed: true } : each)),
      }
    case 'discarded':
      return { ...state, outgoing: state.outgoing.filter(({ sending }) => sending !== change.sending) }
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
