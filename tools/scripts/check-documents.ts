import { existsSync, globSync, readFileSync } from 'node:fs'

/*
 * The tables of docs/spec-coverage.md, security.md and asvs.md name the test that proves each row. Here is made sure
 * that every place they name exists, and every test by its whole title; that the tests pass is up to the tests. Where all
 * of a file proves a row of security.md, it stands without a title. Rules of the business are cited by their id in
 * docs/product.md: each cited id must stand there, once.
 */

type Row = { line: number; section: string; cells: string[] }

const faults: string[] = []
const sources = new Map<string, string>()

/** The rows of all tables of a document, without their heads, each with its section's heading. */
function readRows(path: string): Row[] {
  let section = ''
  const rows: Row[] = []
  const lines = readFileSync(path, 'utf8').split('\n')
  for (const [i, text] of lines.entries()) {
    if (text.startsWith('#')) section = text.replace(/^#+ /, '')
    const isHead = /^\|\s*-/.test(lines[i + 1] ?? '') || /^\|\s*-/.test(text)
    if (!text.startsWith('| ') || isHead) continue
    const cells = text.replace(/^\| | \|$/g, '').split(' | ')
    rows.push({ line: i + 1, section, cells: cells.map((cell) => cell.trim()) })
  }
  return rows
}

/** `` `tests/contract/x.test.ts`: a whole title; `tests/journeys/y.spec.ts`: another ``: what is wrong with it, nothing when all exist. */
function faultsOfProof(proof: string): string[] {
  return proof.split(/; (?=`)/).flatMap((named) => {
    const [, file, title] = /^`([^`]+)`: (.+)$/.exec(named) ?? []
    if (!file) return `"${named}" does not name a test as \`file\`: title`
    if (!existsSync(file)) return `${file} does not exist`
    const source = sources.get(file) ?? readFileSync(file, 'utf8')
    sources.set(file, source)
    return isTitleIn(source, title!) ? [] : `${file} has no test with the title: ${title}`
  })
}

/** Whether a test, or a group of tests, has this title; where a table names its tests by `%s`, whether a row begins so. */
function isTitleIn(source: string, title: string): boolean {
  const quoted = `['"\`]${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}['"\`]`
  if (new RegExp(`(\\b(test|it|describe)\\(|\\)\\()\\s*${quoted}`).test(source)) return true
  return source.includes(")('%s") && new RegExp(`\\[\\s*${quoted},|^\\s*${quoted}:`, 'm').test(source)
}

function report(path: string, { line }: Row, ...found: string[]) {
  for (const fault of found) faults.push(`${path}:${line}: ${fault}`)
}

/** The names in backquotes, or else the first word, of the first cells of a section's rows. */
function firstCells(rows: Row[], section: string): string[] {
  const cells = rows.filter((row) => row.section === section).map((row) => row.cells[0]!)
  return cells.flatMap((cell) => {
    const quoted = [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
    return quoted.length > 0 ? quoted : cell.split(' ')[0]!
  })
}

/** Each of the wanted names stands there exactly once, and no other. */
function compare(where: string, found: string[], wanted: string[]) {
  for (const name of new Set([...found, ...wanted])) {
    const times = found.filter((each) => each === name).length
    if (!wanted.includes(name)) faults.push(`${where}: ${name} does not exist`)
    else if (times !== 1) faults.push(`${where}: ${name} stands there ${times} times`)
  }
}

/** `6.2.1-3, 6.2.5` is four requirements. */
function idsOf(cell: string): string[] {
  return cell.split(', ').flatMap((part) => {
    const [, section, first, last = first] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(part) ?? []
    if (!section) throw new Error(`docs/asvs.md: "${part}" is no requirement`)
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
]

const coverage = readRows('docs/spec-coverage.md')
if (coverage.length < 300) faults.push(`docs/spec-coverage.md has only ${coverage.length} rows`)
for (const row of coverage) {
  const [, place = '', proof = '', state = ''] = row.cells
  if (row.cells.length !== 4 || !/^(as written|differs: .+)$/.test(state))
    report('docs/spec-coverage.md', row, 'does not say "as written" or "differs: how and why"')
  for (const [, path] of place.matchAll(/`([^`]+)`/g))
    if (!existsSync(path!)) report('docs/spec-coverage.md', row, `${path} does not exist`)
  report('docs/spec-coverage.md', row, ...faultsOfProof(proof))
}

const withThreats = ['Every call', 'Calls', 'Screens']
const threats = readRows('docs/security.md').filter(({ section }) => withThreats.includes(section))
if (threats.length < 60) faults.push(`docs/security.md has only ${threats.length} rows of threats`)
for (const row of threats) {
  if (row.cells.length !== 3 || row.cells.includes('')) report('docs/security.md', row, 'not three filled cells')
  const [, file] = /^`([^`]+)`$/.exec(row.cells[2] ?? '') ?? []
  if (!file) report('docs/security.md', row, ...faultsOfProof(row.cells[2] ?? ''))
  else if (!existsSync(file)) report('docs/security.md', row, `${file} does not exist`)
}

const requirements = readRows('docs/asvs.md')
if (requirements.length < 100) faults.push(`docs/asvs.md has only ${requirements.length} rows`)
for (const row of requirements) {
  const [, state = '', reason, proof, ...more] = row.cells
  const isState = ['met', 'not applicable', 'not met', 'operator'].includes(state)
  if (!isState || !reason || more.length > 0) report('docs/asvs.md', row, 'needs a state, a reason and at most a proof')
  if (proof) report('docs/asvs.md', row, ...faultsOfProof(proof))
}

const inPages = [...readFileSync('src/web/pages.tsx', 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path!)
compare('docs/security.md, Screens', firstCells(threats, 'Screens'), inPages)
compare(
  'docs/asvs.md',
  requirements.flatMap(({ cells }) => idsOf(cells[0]!)),
  levelTwo.flatMap(idsOf),
)

const rules = [...readFileSync('docs/product.md', 'utf8').matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, id]) => id!)
compare('docs/product.md', rules, [...new Set(rules)])
const areas = [...new Set(rules.map((id) => id.split('-')[0]!))].join('|')
const readable = ['{src,e2e,tests,drills,bench,scripts,tools,docs}/**/*.{ts,tsx,md}', 'README.md']
for (const path of globSync(readable).filter((each) => !each.endsWith('check-documents.ts'))) {
  for (const [i, text] of readFileSync(path, 'utf8').split('\n').entries()) {
    for (const [id] of text.matchAll(new RegExp(`\\b(?:${areas})-\\d+\\b`, 'g')))
      if (!rules.includes(id)) faults.push(`${path}:${i + 1}: ${id} is no rule of docs/product.md`)
    if (!path.endsWith('spec-coverage.md') && /\breading R\d|\b[Tt]he (specification|design)\b/.test(text))
      faults.push(`${path}:${i + 1}: cite a rule of docs/product.md by its id instead`)
  }
}

for (const path of ['docs/product.md', 'docs/guide.md'])
  for (const [, named, symbol] of readFileSync(path, 'utf8').matchAll(
    /`((?:src|tests|tools)\/[\w./-]+)(?:#(\w+))?`/g,
  )) {
    if (!existsSync(named!)) faults.push(`${path}: ${named} does not exist`)
    else if (symbol && !new RegExp(`\\b${symbol}\\b`).test(readFileSync(named!, 'utf8')))
      faults.push(`${path}: ${named} has no ${symbol}`)
  }

for (const path of [...globSync('docs/**/*.md'), 'README.md'])
  for (const [i, text] of readFileSync(path, 'utf8').split('\n').entries())
    if (/\(\w+: *\)/.test(text) || (path.endsWith('performance.md') && /^\|.*\| *\|/.test(text)))
      faults.push(`${path}:${i + 1}: a place for a figure, without one`)

for (const fault of faults) console.error(fault)
const rowCount = coverage.length + threats.length + requirements.length
console.info(`Documents: ${rowCount} rows, ${rules.length} rules, ${faults.length} faults`)
process.exit(faults.length === 0 ? 0 : 1)
