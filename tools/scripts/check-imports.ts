import { spawnSync } from 'node:child_process'

/**
 * Holds the architecture's import rules (`dependency-cruiser.cjs`). Fails on a violation, and also when hardly any
 * module was read: with a compiler it does not know the tool reads none and is content.
 */
const { stdout, stderr } = spawnSync(
  'depcruise',
  ['src', '--config', 'dependency-cruiser.cjs', '--output-type', 'json'],
  {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  },
)
type Summary = {
  totalCruised: number
  totalDependenciesCruised: number
  violations: { rule: { name: string }; from: string; to: string }[]
}
const summary = stdout ? (JSON.parse(stdout) as { summary: Summary }).summary : null
if (!summary || summary.totalCruised < 50 || summary.totalDependenciesCruised < 100) {
  console.error(`The import check read almost nothing (${summary?.totalCruised ?? 0} modules).\n${stderr}`)
  process.exit(1)
}
for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} → ${to}`)
console.info(`Imports: ${summary.totalCruised} modules, ${summary.violations.length} violations`)
process.exit(summary.violations.length === 0 ? 0 : 1)
