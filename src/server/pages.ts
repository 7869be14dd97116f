import { desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isId } from '#src/shared/fields.ts'
import { Invalid } from './errors.ts'

/** Lists that grow come newest first, this many at a time. */
export const pageSize = 100

type Listed = { createdAt: PgColumn; id: PgColumn }

/** The order of such a list, and the condition that starts it behind `cursor`. Throws `Invalid` for a broken cursor. */
export function newestFirst(table: Listed, cursor: string | undefined): { after: SQL | undefined; order: [SQL, SQL] } {
  const order: [SQL, SQL] = [desc(table.createdAt), desc(table.id)]
  if (!cursor) return { after: undefined, order }
  const [instant, id] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (!instant || !isId(id) || !isWrittenByUs(instant)) throw new Invalid({ cursor: 'cursor is not one of ours' })
  const at = sql`${instant}::timestamptz`
  return { after: sql`(${table.createdAt}, ${table.id}) < (${at}, ${id}::uuid)`, order }
}

/** Whether it is an instant just as `cursorOf` writes one: PostgreSQL refuses much of what `Date` can read. */
function isWrittenByUs(instant: string): boolean {
  const date = new Date(instant)
  return /^[12]\d{3}-/.test(instant) && !Number.isNaN(date.getTime()) && date.toISOString() === instant
}

/** Says where the list goes on (`Link`, RFC 8288) and how long it is (`X-Total-Count`). */
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

/** The same for a list of another order, which goes on at `cursor`; undefined at its end. */
export function describeList(
  request: FastifyRequest,
  reply: FastifyReply,
  cursor: string | undefined,
  total: number,
): void {
  reply.header('x-total-count', total)
  if (!cursor) return
  const next = new URL(request.url, 'http://here')
  next.searchParams.set('cursor', cursor)
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
}

/** The cursor of what follows a row. */
export function cursorOf(row: { id: string; createdAt: Date }): string {
  return Buffer.from(`${row.createdAt.toISOString()} ${row.id}`).toString('base64url')
}
