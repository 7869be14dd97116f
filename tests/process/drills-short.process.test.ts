import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import { hasNginx } from '#tools/drills/nginx.ts'

/** The short forms of the drills that run real processes: a broken promise makes them exit with 1. */
test.for(['race', 'webhooks', 'kill', 'overload', 'outage', 'machines', 'siege', 'costs'])(
  'the %s drill finds every promise kept',
  { timeout: 240_000 },
  async (name, { skip }) => {
    if (name === 'machines') skip(!hasNginx, 'nginx is not installed')
    const drill = spawn(process.execPath, [`tools/drills/${name}.ts`, '--short'], {
      cwd: path.join(import.meta.dirname, '../..'),
      env: { ...process.env, NODE_ENV: '' },
      stdio: 'inherit',
    })
    const [code] = await once(drill, 'exit')
    expect(code).toBe(0)
  },
)
