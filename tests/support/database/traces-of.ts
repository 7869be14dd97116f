import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#src/platform/database/db.ts'

/**
 * All rows, of any table and schema including the job queue's, that contain one of these texts in any case: as text,
 * with their tables.
 */
export async function tracesOf(db: Db, texts: string[]): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  expect(tables.length).toBeGreaterThan(25)
  const patterns = texts.map((text) => `%${text}%`)
  const found: string[] = []
  for (const table of tables) {
    const { rows } = await db.execute<{ row: string }>(
      sql`select t::text as row from ${sql.raw(table.name)} t where t::text ilike any (${sql.param(patterns)}::text[])`,
    )
    found.push(...rows.map(({ row }) => `${table.name}: ${row}`))
  }
  return found
}
