import { useEffect, useReducer, useRef } from 'react'
import type { Message } from '#src/messages/contract.ts'
import { sendRequest } from '#src/ui/call-api.ts'

/** What a thread is about, as the calls name it. */
export type ThreadOf = { bookingId: string } | { coachApplicationId: string }

/** A message that is on its way, or did not get through. `sending` stays the same at every try, so it is posted once. */
export type Outgoing = { sending: string; content: string; failed: boolean }

type State = { messages: Message[]; outgoing: Outgoing[]; isLoaded: boolean; error: unknown }

type Change =
  | { type: 'came'; messages: Message[] }
  | { type: 'seen'; upTo: number }
  | { type: 'sending'; outgoing: Outgoing }
  | { type: 'sent'; sending: string; message: Message }
  | { type: 'not-sent'; sending: string }
  | { type: 'not-loaded'; error: unknown }

/** How often a thread is asked for while no stream brings it (specification part 9), in milliseconds. */
const pollEvery = 3000

/**
 * A thread, kept up to date: by the server's stream, and by asking every 3 s whenever that is not open. Messages are
 * kept by their number, so whichever way they come none is shown twice. `sendTo` is the call that posts.
 */
export function useThread(of: ThreadOf, sendTo: string) {
  const [state, change] = useReducer(reduce, { messages: [], outgoing: [], isLoaded: false, error: null })
  const last = useRef(0)
  last.current = lastWithoutGap(state.messages)
  const query = new URLSearchParams(of).toString()
  const listPath =
    'bookingId' in of ? `/api/messages/booking/${of.bookingId}` : `/api/messages/application/${of.coachApplicationId}`

  useEffect(() => {
    let isOpen = true
    let source: EventSource
    let asked = 0

    async function ask() {
      try {
        const messages = (await sendRequest('GET', `${listPath}?after=${last.current}`)) as Message[]
        if (isOpen) change({ type: 'came', messages })
      } catch (error) {
        if (isOpen) change({ type: 'not-loaded', error })
      }
    }
    function connect() {
      source = new EventSource(`/api/messages/live?${query}&after=${last.current}`)
      source.addEventListener('message', ({ data }) => change({ type: 'came', messages: [JSON.parse(data)] }))
      source.addEventListener('seen', ({ data }) => change({ type: 'seen', upTo: Number(data) }))
    }
    void ask()
    connect()
    const poll = setInterval(() => {
      if (source.readyState === EventSource.OPEN) return
      void ask()
      // A refusal closes it for good; a cut line reconnects by itself.
      asked += 1
      if (source.readyState === EventSource.CLOSED && asked % 10 === 0) connect()
    }, pollEvery)
    return () => {
      isOpen = false
      clearInterval(poll)
      source.close()
    }
  }, [listPath, query])

  async function post({ sending, content }: Outgoing): Promise<boolean> {
    change({ type: 'sending', outgoing: { sending, content, failed: false } })
    try {
      const message = (await sendRequest('POST', sendTo, { ...of, content, sending })) as Message
      change({ type: 'sent', sending, message })
      return true
    } catch (error) {
      change({ type: 'not-sent', sending })
      throw error
    }
  }
  const send = (content: string) => post({ sending: crypto.randomUUID(), content, failed: false })

  /** Says that the newest message is on the screen. */
  const see = () => void sendRequest('POST', '/api/messages/seen', { ...of, number: last.current }).catch(() => {})

  return { ...state, send, retry: post, see }
}

function reduce(state: State, change: Change): State {
  switch (change.type) {
    case 'came':
      return { ...state, messages: merge(state.messages, change.messages), isLoaded: true, error: null }
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
    case 'sent':
      return {
        ...state,
        messages: merge(state.messages, [change.message]),
        outgoing: state.outgoing.filter(({ sending }) => sending !== change.sending),
      }
    case 'not-sent':
      return {
        ...state,
        outgoing: state.outgoing.map((each) => (each.sending === change.sending ? { ...each, failed: true } : each)),
      }
    case 'not-loaded':
      return { ...state, error: change.error }
  }
}

/** Both lists by number, each message once: the newer copy knows better whether it was seen. */
function merge(known: Message[], news: Message[]): Message[] {
  if (news.length === 0) return known
  const byNumber = new Map([...known, ...news].map((message) => [message.number, message]))
  return [...byNumber.values()].sort((a, b) => a.number - b.number)
}

/** One's own message can be here before an earlier one of somebody else's: what is asked for next starts at the gap. */
function lastWithoutGap(messages: Message[]): number {
  const gap = messages.findIndex(({ number }, index) => number !== index + 1)
  return gap === -1 ? messages.length : gap
}
