import type { z } from 'zod/mini'
import type { Names } from './unnamed.ts'

/**
 * Who may make a call. The server's guard reads it; what belongs to whom (one's own booking, one's own thread) is
 * decided inside the verb. `account` is whoever is logged in; owner does not imply admin. A coach is a verified account
 * that a coach's profile belongs to. `admin-area` are admins, and those on the list of admins who have no account
 * (ADR 012).
 */
export type Who =
  | 'everybody'
  | 'account'
  | 'coach'
  | 'coach-or-staff'
  | 'owner'
  | 'admin'
  | 'owner-or-admin'
  | 'admin-area'

/**
 * So many calls in so many minutes: per network address, per account, per e-mail address in the body, or per such e-mail
 * from one network address. With an e-mail in the body, a browser that was in under it before counts by itself.
 */
export type Limit = {
  by: 'address' | 'account' | 'email' | 'email-at-address'
  times: number
  minutes: number
  /** Only calls count that are answered 400 or 401. */
  onlyWrong?: true
}

type Schema = z.ZodMiniType

/** One REST call, declared once: the route, the browser, server rendering and the OpenAPI document all read it. */
export type Call<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Reply extends Schema = Schema,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path with `:name` for each parameter, such as `/api/messages/:bookingId`; calendar programs have one of their own. */
  path: `/api/${string}` | '/calendar/:file'
  who: Who
  summary: string
  /** Beyond any of these the answer is 429 with Retry-After. */
  limits?: Limit[]
  /** The handler counts by itself (`request.countAs`): what it does again need not count like the first time. */
  countedByHandler?: true
  /** Whether the caller must have proved within the last ten minutes who they are: else 403 with `reason: 'confirm'`. */
  confirm?: true
  /**
   * Fields of body or query that the audit of what staff does keeps as they are: decisions with the reason the
   * audit must know, and figures; never people or other texts. Calls that change something are audited anyway, others when they have this; false: this one is no act.
   */
  audited?: string[] | false
  /** The audit keeps it of coaches, too, not of staff alone: `who` lets nobody else make it. */
  coachsAct?: true
  /**
   * What the audit says of the act, after the name of who did it: `cancelled Demo Player's Dec 2 session`. `names` are of the
   * things that ids stand for, as they were before; `sent` is query and body, whose hours are in `zone`, the business's (`hourOf`).
   * It goes when the people in it do, and never
   * holds what they wrote, a password or a code. Every audited call has one.
   */
  sentence?: string | ((names: Names, sent: z.output<Query> & z.output<Body>, zone: string) => string)
  params?: Params
  query?: Query
  body?: Body
  /** The media types of an upload: the body is the file as it is, and `body` is left out. */
  upload?: string[]
  /** The media type of an answer that is a file, not JSON. */
  download?: string
  /**
   * The statuses with which the verb itself refuses, for the API's description. It knows of those that follow from the
   * declaration: 400, 401 and 403 by `who`, 404 with `params`, 429 with `limits`, 503.
   */
  refusals?: (401 | 403 | 404 | 409 | 429)[]
  /** What a 200 carries. */
  reply: Reply
  /** What a 202 carries: the work is not finished yet. */
  accepted?: Schema
}

/** Declares a call; only the types do work here. */
export function defineCall<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  call: Call<P, Q, B, R>,
): Call<P, Q, B, R> {
  return call
}

// biome-ignore lint/suspicious/noExplicitAny: a call of any shape
export type AnyCall = Call<any, any, any, any>

/** What a caller sends: the parts the call declares. */
export type CallInput<C> =
  C extends Call<infer P, infer Q, infer B, Schema>
    ? (Schema extends P ? { params?: undefined } : { params: z.input<P> }) &
        (Schema extends Q ? { query?: undefined } : { query: z.input<Q> }) &
        (Schema extends B ? { body?: undefined } : { body: z.input<B> })
    : never

/** What the server's handler receives after validation. */
export type CallParsed<C> =
  C extends Call<infer P, infer Q, infer B, Schema>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never

/** What a successful answer carries. */
export type CallReply<C> = C extends Call<Schema, Schema, Schema, infer R> ? z.output<R> : never

/** The address of a call with its parameters filled in and its query appended; empty query values are left out. */
export function callUrl(call: Pick<AnyCall, 'path'>, input: { params?: object; query?: object } = {}): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) if (value != null) query.set(name, String(value))
  return query.size ? `${path}?${query}` : path
}
