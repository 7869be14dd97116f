import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pairedMeasures, type Round, ratioOf } from '#tools/bench/measures.ts'
import { openStage } from '#tools/bench/stage.ts'
import { type Finding, report } from './report.ts'

/**
 * `npm run drill:ratios`: what `npm run bench` measures beside bare servers, of the page, a thread, a sign-in and a booking,
 * with a third of room for noise, so that a sudden loss is seen. After `npm run build`.
 */
const judged = ['GET /', 'thread of 30', 'sign-in', 'intent + settle, bare with both talks']
const [rounds, seconds, warmUp] = [3, 3, 1.5]

const findings: Finding[] = []
const folder = mkdtempSync(path.join(tmpdir(), 'level-up-ratios-'))
const stage = await openStage(folder)
try {
  const app = await stage.startApp()
  const bare = await stage.startBare(app.url)
  for (const { name, target, run } of await pairedMeasures({ stage, app, bare, seconds, warmUp })) {
    if (!judged.includes(name)) continue
    const done: Round[] = []
    while (done.length < rounds) done.push(await run())
    const [floor, ratio] = [(target * 2) / 3, ratioOf(done)]
    const promise = `${name}: at least ${floor.toFixed(2)} of the bare server's`
    findings.push({ promise, measured: ratio.toFixed(2), kept: ratio >= floor })
  }
  await bare.stop()
  await app.stop()
} finally {
  await stage.close()
  rmSync(folder, { recursive: true, force: true })
}
report('Beside bare servers', findings)
