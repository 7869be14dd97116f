import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { hasNginx } from './nginx.ts'

/**
 * `npm run drills`: every drill at its default length, one after the other, then the journeys of the gate three times; at
 * the end a table of what was kept. What this machine cannot show is named, not failed.
 */
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const found: { what: string; minutes: string; verdict: string }[] = []

for (const script of Object.keys(scripts).filter((name) => name.startsWith('drill:'))) {
  if (script === 'drill:machines' && !hasNginx) found.push({ what: script, minutes: '', verdict: 'needs nginx' })
  else run(script, ['npm', 'run', script])
}
run('journeys, three times each', [
  'npx',
  'playwright',
  'test',
  '--project=gate-*',
  '--repeat-each=3',
  '--reporter=line',
])

console.table(found)
if (found.some(({ verdict }) => verdict === 'BROKEN')) process.exitCode = 1

function run(what: string, [program = '', ...parameters]: string[]): void {
  console.info(`\n${what}`)
  const began = Date.now()
  const { status } = spawnSync(program, parameters, { stdio: 'inherit' })
  const minutes = ((Date.now() - began) / 60_000).toFixed(1)
  found.push({ what, minutes, verdict: status === 0 ? 'kept' : 'BROKEN' })
}
