import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTestApp } from '../support/app.ts'

test('docs/personal-data.md names every table once, with what, why and how long', async () => {
  const app = await startTestApp()
  const { rows } = await app.deps.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  await app.close()
  const text = readFileSync(path.join(import.meta.dirname, '../../docs/personal-data.md'), 'utf8')
  const described = text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  expect(described.map(([table]) => table!.replaceAll('`', '')).sort()).toEqual(rows.map(({ name }) => name))
  for (const cells of described) {
    expect(cells).toHaveLength(4)
    expect(cells).not.toContain('')
  }
})
