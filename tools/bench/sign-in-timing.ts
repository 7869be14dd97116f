import { demoPassword } from '#src/demo/a-user.ts'
import { startFreshApp } from '#tests/support/fresh-app.ts'

/**
 * `node tools/bench/sign-in-timing.ts`: whether the time of a refused sign-in tells if the e-mail has an account. Asks in turn
 * for one that has and one that has none, 100 times each, and fails beyond a ratio of 1.2.
 */
const rounds = 100
const limit = 1.2
const known = 'player@demo.test'
const unknown = 'nobody@demo.test'

const app = await startFreshApp()
try {
  // What is made once, such as connections, is no part of it.
  for (let i = 0; i < 10; i++) for (const email of [known, unknown]) await refusedIn(email)
  const times: Record<string, number[]> = { [known]: [], [unknown]: [] }
  for (let i = 0; i < rounds; i++)
    // Now this one first, now that one: whatever else the machine does meets both.
    for (const email of i % 2 ? [known, unknown] : [unknown, known]) times[email]!.push(await refusedIn(email))
  const [ofKnown, ofUnknown] = [median(times[known]!), median(times[unknown]!)]
  const ratio = Math.max(ofKnown, ofUnknown) / Math.min(ofKnown, ofUnknown)
  console.log(`Refused sign-in, median of ${rounds}`)
  console.log(`known e-mail    ${ofKnown.toFixed(1)} ms`)
  console.log(`unknown e-mail  ${ofUnknown.toFixed(1)} ms`)
  console.log(`ratio           ${ratio.toFixed(2)} of ${limit}${ratio > limit ? ': TELLS' : ''}`)
  if (ratio > limit) process.exitCode = 1
} finally {
  await app.stop()
}

/** Milliseconds that a sign-in with a wrong password takes. */
async function refusedIn(email: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${app.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: `not ${demoPassword}` }),
  })
  await answer.text()
  if (answer.status !== 401) throw new Error(`The sign-in was answered with ${answer.status}.`)
  return performance.now() - began
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
