import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'

/** The short forms of the drills that run real processes: a broken promise makes them exit with 1. */
test.each(['race', 'webhooks', 'kill'])(
  'the %s drill finds every promise kept',
  async (name) => {
    const drill = spawn(process.execPath, [`drills/${name}.ts`, '--short'], {
      cwd: path.join(import.meta.dirname, '..'),
      env: { ...process.env, NODE_ENV: '' },
      stdio: 'inherit',
    })
    const [code] = await once(drill, 'exit')
    expect(code).toBe(0)
  },
  // They end by themselves, on a busy machine after two minutes.
  180_000,
)
