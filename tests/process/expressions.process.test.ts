import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(path.join(tmpdir(), 'level-up-expressions-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What `npm run check` says of a file with this line. */
function check(line: string) {
  const file = path.join(folder, 'file.ts')
  writeFileSync(file, `export function read(text: string): unknown {\n  return ${line}\n}\n`)
  const { status, stdout } = spawnSync('oxlint', ['--config', '.oxlintrc.json', file], { encoding: 'utf8' })
  return { passes: status === 0, said: stdout }
}

test.each([
  ['that takes the square of a header’s length', "text?.split(/\\s*,\\s*/).includes('x')"],
  ['that tries every way to part a text', '/^(a+)+$/.test(text)'],
])('the check finds an expression %s', (_, line) => {
  const { passes, said } = check(line)
  expect(passes).toBe(false)
  expect(said).toMatch(/no-super-linear-(move|backtracking)/)
})

test('and lets one pass that reads each character once', () => {
  expect(check('/^Bearer +(\\S+)$/i.exec(text)')).toMatchObject({ passes: true })
})
