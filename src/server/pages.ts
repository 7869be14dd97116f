import { desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Invalid } from './errors.ts'

/** Lists that grow come newest first, this many at a time. */
export const pageSize = 100

type Listed = { createdAt: PgColumn; id: PgColumn }

/** The order of such a list, and the condition that starts it behind `cursor`. Throws `Invalid` for a broken cursor. */
export function newestFirst(table: Listed, cursor: string | undefined): { after: SQL | undefined; order: [SQL, SQL] } {
  const order: [SQL, SQL] = [desc(table.createdAt), desc(table.id)]
  if (!cursor) return { after: undefined, order }
  const [instant, id] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (!instant || !id || !/^[0-9a-f-]{36}$/.test(id) || Number.isNaN(Date.parse(instant)))
    throw new Invalid({ cursor: 'cursor is not one of ours' })
  const at = sql`${instant}::timestamptz`
  return { after: sql`(${table.createdAt}, ${table.id}) < (${at}, ${id}::uuid)`, order }
}

/** Says where the list goes on (`Link`, RFC 8288) and how long it is (`X-Total-Count`). */
export function describePage(
  request: FastifyRequest,
  reply: FastifyReply,
  rows: { id: string; createdAt: Date }[],
  total: number,
): void {
  reply.header('x-total-count', total)
  const last = rows.at(-1)
  if (!last || rows.length < pageSize) return
  const next = new URL(request.url, 'http://here')
  next.searchParams.set('cursor', cursorOf(last))
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
}

/** The cursor of what follows a row. */
export function cursorOf(row: { id: string; createdAt: Date }): string {
  return Buffer.from(`${row.createdAt.toISOString()} ${row.id}`).toString('base64url')
}
