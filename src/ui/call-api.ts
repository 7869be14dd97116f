import { queryOptions } from '@tanstack/react-query'
import { type AnyCall, type CallInput, type CallReply, callUrl } from '#src/shared/define-call.ts'
import { readServerClock } from './server-clock.ts'

/** A refused call. `message` is `"{status}: {body or status text}"` (API-3). */
export class HttpError extends Error {
  readonly status: number
  /** The server's JSON answer, `{}` when it was not JSON: `message` and, where a call says so, more. */
  readonly answer: { message?: string; [name: string]: unknown }
  constructor(status: number, body: string) {
    super(`${status}: ${body}`)
    this.status = status
    this.answer = parseObject(body)
  }
}

/** What a press without a network says: it fails at once, and nothing is done later by itself. */
export class OfflineError extends Error {
  constructor() {
    super('You are offline. Nothing was sent or changed: press again when you are back.')
  }
}

/**
 * Throws `OfflineError` while the browser has no network. For a press that also needs code: a file that a browser could not load it
 * never asks for again.
 */
export function refuseOffline(): void {
  if (navigator.onLine === false) throw new OfflineError()
}

function parseObject(text: string): HttpError['answer'] {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value ? { ...value } : {}
  } catch {
    return {}
  }
}

/** The server's own words for a person to read, or `fallback` when there are none (no network, a proxy's page). */
export function errorText(error: unknown, fallback = 'Please check your connection and try again.'): string {
  if (error instanceof OfflineError) return error.message
  if (!(error instanceof HttpError)) return fallback
  const { message, fields } = error.answer
  // The message names each field as the call does; a person reads what is wrong with it.
  const problems = Object.values(fields ?? {})
    .join('. ')
    .replaceAll('.. ', '. ')
  return problems || message || fallback
}

/** The session has ended: the server said `401 … Unauthorized`. A wrong password is a 401 too, in other words. */
export function isLoginExpired(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('401: ') && error.message.includes('Unauthorized')
}

/** A call; or, where its schemas would weigh too much, what `firstCalls` says of it, and its type: `callApi<typeof me>(firstCalls.me)`. */
type CallOrAddress<C extends AnyCall> = C | Pick<AnyCall, 'method' | 'path'>

/**
 * Makes a declared call and returns its reply. `options` are those of `fetch`; its `body` is what an upload
 * sends, as it is. Throws `HttpError`.
 */
export async function callApi<C extends AnyCall>(
  call: CallOrAddress<C>,
  input?: CallInput<C>,
  options?: RequestInit,
): Promise<CallReply<C>> {
  return (await fetchCall(call, input, options)).json()
}

/** `callApi` for those who need the answer's headers, or a file: returns the whole successful answer, body unread. */
export function fetchCall<C extends AnyCall>(
  call: CallOrAddress<C>,
  input?: CallInput<C>,
  options?: RequestInit,
): Promise<Response> {
  return send(call.method, callUrl(call, input), input?.body, options)
}

/** A GET call as a query for TanStack Query; its key is its address, which the default query function fetches. */
export function apiQuery<C extends AnyCall>(call: CallOrAddress<C>, input?: CallInput<C>) {
  return queryOptions<CallReply<C>>({ queryKey: [callUrl(call, input)] })
}

/** The default query function: fetches the address that `apiQuery` made. Throws `HttpError`. */
export async function fetchQuery(url: string): Promise<unknown> {
  return (await send('GET', url)).json()
}

/**
 * Sends one request the way every call goes (API-3): cookies always, the bearer token when there is one, a
 * JSON content type only with a payload. Throws `HttpError` on any refusal, and `OfflineError` instead of sending what changes
 * something while the browser has no network.
 */
async function send(method: string, url: string, body?: unknown, options: RequestInit = {}): Promise<Response> {
  if (method !== 'GET') refuseOffline()
  const headers = new Headers(options.headers)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const token = localStorage.getItem('auth_token')
  if (token) headers.set('authorization', `Bearer ${token}`)
  const payload = body === undefined ? options.body : JSON.stringify(body)
  const response = await fetch(url, { ...options, method, headers, body: payload, credentials: 'include' })
  readServerClock(response)
  if (response.ok) return response
  const refusal = new HttpError(response.status, (await response.text()) || response.statusText)
  for (const remedy of remedies) {
    const answer = await remedy(refusal, (headers) => send(method, url, body, { ...options, headers }))
    if (answer) return answer
  }
  throw refusal
}

/** Returns the answer of another try of a refused call, with `headers` beside its own; undefined if it knows no remedy. */
type Remedy = (
  refusal: HttpError,
  tryAgain: (headers?: Record<string, string>) => Promise<Response>,
) => Promise<Response | undefined>
const remedies: Remedy[] = []

/** Adds a remedy for refused calls, in code that few visitors ever load. */
export function addRemedy(remedy: Remedy): void {
  remedies.push(remedy)
}
