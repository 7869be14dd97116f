import type { Client } from 'pg'

/**
 * The row count of every table, and one checksum over all rows in any order; the job queue's internal tables are left
 * out.
 */
export async function fingerprints(client: Client): Promise<Record<string, { rows: number; sum: string }>> {
  await client.query(`set datestyle = 'ISO'; set timezone = 'UTC'`)
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'drizzle', 'pgboss') and tablename not in ('version', 'job')
         and tablename not like 'queue\\_stats%' order by 1`,
  )
  const found: Record<string, { rows: number; sum: string }> = {}
  for (const { name } of tables) {
    const { rows } = await client.query(
      `select count(*)::int as rows, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as sum from ${name} t`,
    )
    found[name] = rows[0]
  }
  return found
}
