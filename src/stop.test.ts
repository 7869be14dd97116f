import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startFreshApp } from '#src/testing/fresh-app.ts'

/** Signing up waits for its turn at the password hash, so a few dozen at once keep the server busy for a second or two. */
const signUp = (url: string, i: number) =>
  fetch(`${url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: `Player ${i}`,
      email: `player${i}@stop.test`,
      password: 'secret1',
      confirmPassword: 'secret1',
    }),
  })

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s: requests under way finish, new ones are refused, the exit is clean and leaves no database behind',
  async (signal) => {
    const app = await startFreshApp()
    const postmaster = Number(
      (await readFile(path.join(app.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0],
    )
    const underWay = Array.from({ length: 40 }, (_, i) => signUp(app.url, i).then((answer) => answer.status))
    await sleep(300)
    const from = Date.now()
    process.kill(app.pid, signal)
    await sleep(100)
    await expect(fetch(`${app.url}/api/health`)).rejects.toThrow()
    expect(new Set(await Promise.all(underWay))).toEqual(new Set([200]))
    expect(await app.exited).toBe(0)
    expect(Date.now() - from).toBeLessThan(15_000)
    expect(existsSync(`/proc/${postmaster}`)).toBe(false)
    await app.stop()
  },
  60_000,
)
