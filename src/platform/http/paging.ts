import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#src/platform/database/db.ts'
import { isId } from '#src/shared/fields.ts'
import { Invalid } from './errors.ts'

/** Page size of growing lists, which are sorted newest first. */
export const pageSize = 100

type Listed = { createdAt: PgColumn; id: PgColumn }

/**
 * The order of such a list and the condition that continues it after `cursor`. Throws `Invalid` for a malformed cursor.
 */
export function newestFirst(table: Listed, cursor: string | undefined): { after: SQL | undefined; order: [SQL, SQL] } {
  const order: [SQL, SQL] = [desc(table.createdAt), desc(table.id)]
  return { after: cursor ? sql`(${table.createdAt}, ${table.id}) < ${placeOf(cursor)}` : undefined, order }
}

/** The same for what is seen to in the order in which it came. */
export function oldestFirst(table: Listed, cursor: string | undefined): { after: SQL | undefined; order: [SQL, SQL] } {
  const order: [SQL, SQL] = [asc(table.createdAt), asc(table.id)]
  return { after: cursor ? sql`(${table.createdAt}, ${table.id}) > ${placeOf(cursor)}` : undefined, order }
}

function placeOf(cursor: string): SQL {
  const [instant, id] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (!instant || !isId(id) || !isWrittenByUs(instant)) throw new Invalid({ cursor: 'cursor is not one of ours' })
  return sql`(${instant}::timestamptz, ${id}::uuid)`
}

type Page = { table: PgTable & Listed; wanted?: SQL; cursor: string | undefined; atOnce?: number }

/**
 * One page of such a list, those of `table` that are `wanted`, and how many there are of them in all. `query` is a
 * `$dynamic()` one and says what to read of each. Throws `Invalid` for a broken cursor.
 */
export async function readPage<Query extends PgSelect>(
  db: Db,
  query: Query,
  { table, wanted, cursor, atOnce = pageSize }: Page,
): Promise<{ rows: Awaited<Query>; total: number }> {
  const { after, order } = newestFirst(table, cursor)
  const page = query
    .where(and(wanted, after))
    .orderBy(...order)
    .limit(atOnce)
  const [rows, total] = await Promise.all([page, db.$count(table, wanted)])
  return { rows, total }
}

/** Whether the text is a timestamp exactly as `cursorOf` writes it: PostgreSQL rejects much of what `Date` accepts. */
function isWrittenByUs(instant: string): boolean {
  const date = new Date(instant)
  return /^[12]\d{3}-/.test(instant) && !Number.isNaN(date.getTime()) && date.toISOString() === instant
}

/** Sets the headers for the next page (`Link`, RFC 8288) and the total (`X-Total-Count`). */
export function describePage(
  request: FastifyRequest,
  reply: FastifyReply,
  rows: { id: string; createdAt: Date }[],
  total: number,
  size = pageSize,
): void {
  const last = rows.at(-1)
  describeList(request, reply, last && rows.length === size ? cursorOf(last) : undefined, total)
}

/** The same for a list in another order; `cursor` is undefined at its end, `total` where nobody counts. */
export function describeList(
  request: FastifyRequest,
  reply: FastifyReply,
  cursor: string | undefined,
  total: number | undefined,
): void {
  if (total !== undefined) reply.header('x-total-count', total)
  if (!cursor) return
  const next = new URL(request.url, 'http://here')
  next.searchParams.set('cursor', cursor)
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
}

/** The cursor that continues a list after this row. */
export function cursorOf(row: { id: string; createdAt: Date }): string {
  return Buffer.from(`${row.createdAt.toISOString()} ${row.id}`).toString('base64url')
}
