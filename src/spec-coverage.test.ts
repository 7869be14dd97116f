import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/*
 * docs/spec-coverage.md says where each statement of the specification lives and which test proves it. Here is made
 * sure that those places and tests exist; that they pass is up to the tests themselves.
 */

type Row = { statement: string; place: string; proof: string }

const rows: Row[] = readFileSync('docs/spec-coverage.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!Statement|-)/.test(line))
  .map((line) => {
    const [statement = '', place = '', proof = ''] = line
      .slice(2, -1)
      .split(' | ')
      .map((cell) => cell.trim())
    return { statement, place, proof }
  })

/** `` `e2e/booking.spec.ts`: a hold that runs out… `` gives the file and the beginning of the test's title. */
const namedTest = /^`([^`]+)`: (.+)$/

test('there are rows for every part of the specification', () => {
  expect(rows.length).toBeGreaterThan(100)
})

test.each(rows)('$statement', ({ place, proof }) => {
  for (const [, path] of place.matchAll(/`([^`]+)`/g)) expect(existsSync(path!), path).toBe(true)
  if (/^open, issue \d$/.test(proof)) return
  for (const named of proof.split('; ')) {
    const [, file, title] = namedTest.exec(named) ?? []
    expect(file, `"${named}" is neither "open, issue N" nor \`file\`: test`).toBeDefined()
    expect(readFileSync(file!, 'utf8')).toContain(title)
  }
})
