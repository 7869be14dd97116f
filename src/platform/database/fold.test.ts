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
  const between = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => String.fromCodePoint(n + from))
  // Without Chinese and Korean signs, surrogates, private use, and letters newer than the database's Unicode (U+A7CB).
  const letters = [
    [0x20, 0x3400],
    [0xa000, 0xa7cb],
    [0xa7f2, 0xac00],
    [0xf900, 0x11800],
    [0x1d000, 0x1fb00],
    [0xe0000, 0xe01f0],
  ].flatMap(([from, to]) => between(from!, to!))
  const texts = [...namesOfTheWorld.flatMap(waysToType), ...letters, 'ＡＢ％＼', '\ufe0f😀']
  const { rows } = await app.deps.db.execute<{ folded: string }>(
    sql`select fold(text) as folded from unnest(${sql.param(texts)}::text[]) with ordinality as t (text, n) order by n`,
  )
  const different = texts.flatMap((text, n) =>
    rows[n]!.folded === fold(text) ? [] : [[text, rows[n]!.folded, fold(text)]],
  )
  expect(different).toEqual([])
})
