import { and, isNotNull, or, sql } from 'drizzle-orm'
import { type About, type Thing, thingOf } from '#src/features/audit/contract.ts'
import { contains } from '#src/platform/database/contains.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import type { AnyCall } from '#src/shared/define-call.ts'
import { type Names, unnamed } from '#src/shared/unnamed.ts'
import { auditLog } from './table.ts'

/** What a call is called in the audit: `POST /api/messages`. */
export function nameOf({ method, path }: AnyCall): string {
  return `${method} ${path}`
}

/** What a thing is called now, the booking it belongs to, and whether the player it is about deleted their account. */
type Found = { name: string; bookingId?: string | null; isGone?: boolean }
/** Gives undefined for what is not there. */
export type FindName = (db: Db, id: string) => Promise<Found | undefined>
/** The bookings an act lists, by their numbers or ids; where money of several moves, the cents of each by its number. */
export type ListedBookings = { numbers: string[]; ids: string[]; cents: Map<string, number> }
export type FindNames = Record<Thing, FindName> & {
  /** What they are called together, their ids, and whether the player of one deleted their account. */
  bookings(db: Db, listed: ListedBookings): Promise<{ name: string; ids: string[]; isGone: boolean }>
}

/**
 * What an act is to be called in the audit, with names as they are before it, and the bookings it concerns. `sent` is its
 * query and body, whose words are not kept about a player who is gone: then it has no sentence. `zone`: the business's.
 */
export async function describeAct(
  db: Db,
  findNames: FindNames,
  { call, about, sent, zone }: { call: AnyCall; about: About; sent: object; zone: string },
): Promise<{ sentence: string | null; concerned: About }> {
  const names: Names = { ...unnamed }
  const concerned: About = {}
  let isGone = false
  for (const [idName, id] of Object.entries(about)) {
    const thing = thingOf(nameOf(call), idName)
    const found = thing && (await findNames[thing](db, String(id)))
    if (!found) continue
    names[thing] = found.name
    if (found.isGone) isGone = true
    if (found.bookingId) concerned.bookingId = found.bookingId
  }
  const listed = listedIn(sent)
  if (listed.numbers.length + listed.ids.length > 0) {
    const { name, ids, isGone: isOneGone } = await findNames.bookings(db, listed)
    if (name) names.bookings = name
    if (isOneGone) isGone = true
    // A value each: what is said of them goes with the people in it.
    for (const [index, id] of ids.entries()) concerned[`booking${index + 1}Id`] = id
  }
  const { sentence = null } = call
  if (isGone) return { sentence: null, concerned }
  return { sentence: typeof sentence === 'function' ? sentence(names, sent, zone) : sentence, concerned }
}

/** The `lines` of an act on many bookings name numbers, the `sessions` of a day ids. */
function listedIn(sent: { lines?: unknown; sessions?: unknown }): ListedBookings {
  const named = (list: unknown, name: string) =>
    (Array.isArray(list) ? list : []).flatMap((each) => (typeof each?.[name] === 'string' ? [each[name]] : []))
  const numbers = named(sent.lines, 'number')
  const cents = new Map<string, number>()
  if (numbers.length > 1)
    for (const { number, amount, refund = amount } of sent.lines as {
      number: string
      amount?: number
      refund?: number
    }[])
      if (refund !== undefined) cents.set(number, refund)
  return { numbers, ids: named(sent.sessions, 'bookingId'), cents }
}

/**
 * Takes away what the audit says of acts about these things, by their ids, and of those that name the e-mail. The acts stay, with ids
 * and decisions.
 */
export async function forgetSentences(tx: Tx, ids: string[], email?: string): Promise<void> {
  const isAbout = sql`exists (select from jsonb_each_text(${auditLog.about}) where value = any(${sql.param(ids)}::text[]))`
  // A search also finds what is only written alike.
  const names = sql`strpos(lower(${auditLog.sentence}), ${email}) > 0`
  await tx
    .update(auditLog)
    .set({ sentence: null })
    .where(and(isNotNull(auditLog.sentence), or(isAbout, email ? and(contains(auditLog, email), names) : undefined)))
}
