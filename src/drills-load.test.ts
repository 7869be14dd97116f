import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'

/** The short forms of the drills on load and outages: a broken promise makes them exit with 1. */
test.each(['overload', 'outage'])(
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
  180_000,
)
