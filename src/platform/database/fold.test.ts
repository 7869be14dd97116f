import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fold } from '#src/shared/text/fold.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { namesOfTheWorld, waysToType } from '#tests/support/names-of-the-world.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('the database folds a text as the browser does', async () => {
  const letters = Array.from({ length: 0x3100 - 0x20 }, (_, n) => String.fromCodePoint(n + 0x20))
  const texts = [...namesOfTheWorld.flatMap(waysToType), ...letters, 'ＡＢ％＼', '\ufe0f😀']
  const { rows } = await app.deps.db.execute<{ folded: string }>(
    sql`select fold(text) as folded from unnest(${sql.param(texts)}::text[]) with ordinality as t (text, n) order by n`,
  )
  const different = texts.flatMap((text, n) =>
    rows[n]!.folded === fold(text) ? [] : [[text, rows[n]!.folded, fold(text)]],
  )
  expect(different).toEqual([])
})
