import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/testing/app.ts'

/*
 * docs/security.md says for every call and screen what threatens it, which rule answers that, and which test proves the
 * rule; docs/asvs.md says where we stand with each requirement of ASVS 5.0 level 2. Here is made sure that nothing is left
 * out and that the named tests exist; that they pass is up to the tests themselves.
 */

type Row = { section: string; cells: string[] }

/** The rows of all tables of a document, each with its section's heading. */
function readRows(path: string): Row[] {
  let section = ''
  const rows: Row[] = []
  const lines = readFileSync(path, 'utf8').split('\n')
  for (const [i, line] of lines.entries()) {
    if (line.startsWith('#')) section = line.replace(/^#+ /, '')
    const isHead = lines[i + 1]?.startsWith('|--') ?? false
    if (!line.startsWith('| ') || isHead) continue
    const cells = line.split('|').slice(1, -1)
    rows.push({ section, cells: cells.map((cell) => cell.trim()) })
  }
  return rows
}

const rows = readRows('docs/security.md')
const rowsOf = (section: string) => rows.filter((row) => row.section === section)
const requirements = readRows('docs/asvs.md')

/** What stands in backquotes in the first cells of a section's rows. */
const namesOf = (section: string) =>
  rowsOf(section).flatMap(({ cells }) => [...cells[0]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))

/** `` `src/x.test.ts`: a title… `` names a file and the beginning of a test's title. */
const namedTest = /^`([^`]+)`: (.+)$/

function expectTestsExist(proof: string): void {
  for (const named of proof.split('; ')) {
    const [, file, title] = namedTest.exec(named) ?? []
    expect(file, `"${named}" does not name a test as \`file\`: title`).toBeDefined()
    const source = readFileSync(file!, 'utf8')
    const isThere = ["'", '`', '"'].some((quote) => source.includes(quote + title))
    expect(isThere, `${file} has no test whose title begins with: ${title}`).toBe(true)
  }
}

/** Calls that are not in the OpenAPI document: no JSON for the browser's code, but doors nevertheless. */
const hiddenCalls = ['GET /api/login', 'GET /api/openapi.json', 'GET /api/messages/live', 'POST /api/webhooks/stripe']

describe('docs/security.md', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  test('names every call once, and none that does not exist', () => {
    const served = Object.entries(app.app.http.swagger().paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods!).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(served.length).toBeGreaterThan(80)
    expect(namesOf('Calls').sort()).toEqual([...served, ...hiddenCalls].sort())
  })

  test('names every screen once, and none that does not exist', () => {
    const paths = [...readFileSync('src/web/pages.tsx', 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path!)
    expect(paths.length).toBeGreaterThan(15)
    expect(namesOf('Screens').sort()).toEqual(paths.sort())
  })

  test('answers each of the ten API risks', () => {
    const ids = rowsOf('API Security Top 10').map(({ cells }) => cells[0]!.split(' ')[0])
    expect(ids).toEqual(Array.from({ length: 10 }, (_, i) => `API${i + 1}`))
  })

  const threats = [...rowsOf('Every call'), ...rowsOf('Calls'), ...rowsOf('Screens'), ...rowsOf('API Security Top 10')]
  test.each(threats)('proves its answer for $cells.0', ({ cells }) => {
    expect(cells).toHaveLength(4)
    for (const cell of cells) expect(cell).not.toBe('')
    expectTestsExist(cells[3]!)
  })
})

describe('docs/asvs.md', () => {
  test('takes a stand on every requirement of level 1 and 2, once', () => {
    const stands = requirements.flatMap(({ cells }) => idsOf(cells[0]!))
    expect(stands.sort()).toEqual(levelTwo.sort())
  })

  test.each(requirements)('has a state and a reason for $cells.0', ({ cells }) => {
    const [, state, reason, proof, ...more] = cells
    expect(['met', 'not applicable', 'not met', 'operator']).toContain(state)
    expect(reason).not.toBe('')
    expect(more).toEqual([])
    if (proof) expectTestsExist(proof)
  })
})

/** `6.2.1-3, 6.2.5` is four requirements. */
function idsOf(cell: string): string[] {
  return cell.split(', ').flatMap((part) => {
    const [, section, first, last = first] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(part) ?? []
    expect(section, `"${part}" is no requirement`).toBeDefined()
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => `${section}.${Number(first) + i}`)
  })
}

/** The requirements of ASVS 5.0.0 at levels 1 and 2: https://owasp.org/www-project-application-security-verification-standard/ */
const levelTwo = [
  ...['1.1.1-2', '1.2.1-9', '1.3.1-11', '1.4.1-3', '1.5.1-2'],
  ...['2.1.1-3', '2.2.1-3', '2.3.1-4', '2.4.1-1'],
  ...['3.2.1-2', '3.3.1-4', '3.4.1-6', '3.5.1-5', '3.7.1-2'],
  ...['4.1.1-3', '4.2.1-1', '4.3.1-2', '4.4.1-4'],
  ...['5.1.1-1', '5.2.1-3', '5.3.1-2', '5.4.1-3'],
  ...['6.1.1-3', '6.2.1-12', '6.3.1-4', '6.4.1-4', '6.5.1-5', '6.6.1-3', '6.8.1-4'],
  ...['7.1.1-3', '7.2.1-4', '7.3.1-2', '7.4.1-5', '7.5.1-2', '7.6.1-2'],
  ...['8.1.1-2', '8.2.1-3', '8.3.1-1', '8.4.1-1'],
  ...['9.1.1-3', '9.2.1-4'],
  ...['10.1.1-2', '10.2.1-2', '10.3.1-4', '10.4.1-11', '10.5.1-5', '10.6.1-2', '10.7.1-3'],
  ...['11.1.1-2', '11.2.1-3', '11.3.1-3', '11.4.1-4', '11.5.1-1', '11.6.1-1'],
  ...['12.1.1-3', '12.2.1-2', '12.3.1-4'],
  ...['13.1.1-1', '13.2.1-5', '13.3.1-2', '13.4.1-5'],
  ...['14.1.1-2', '14.2.1-4', '14.3.1-3'],
  ...['15.1.1-3', '15.2.1-3', '15.3.1-7'],
  ...['16.1.1-1', '16.2.1-5', '16.3.1-4', '16.4.1-3', '16.5.1-3'],
  ...['17.1.1-1', '17.2.1-4', '17.3.1-2'],
].flatMap(idsOf)
