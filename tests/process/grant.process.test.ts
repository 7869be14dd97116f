import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nothingReal, startFreshApp } from '../support/fresh-app.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'level-up-grant-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** `npm run grant`, as an operator gives it; gives what it says. */
async function grant(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/scripts/grant.ts', ...args], {
    cwd: path.join(import.meta.dirname, '../..'),
    env: { ...process.env, ...nothingReal, DATA_DIR: dataDir },
  })
  return stdout
}

test('the command gives a role while the app runs, and while it does not', async () => {
  await expect(grant('player@demo.test', 'owner')).rejects.toThrow(`There is no database in ${dataDir}`)

  const app = await startFreshApp({ DATA_DIR: dataDir, LOG_LEVEL: 'fatal' })
  try {
    expect(await grant('player@demo.test', 'owner')).toBe('player@demo.test is owner now.\n')
    const post = async (call: string, body: object) =>
      fetch(`${app.url}/api/auth/${call}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const login = await post('login', { email: 'player@demo.test', password: 'levelup-demo' })
    expect(await login.json()).toMatchObject({ user: { isOwner: true, isAdmin: false } })
    await expect(grant('nobody@demo.test', 'owner')).rejects.toThrow('There is no account')
    const password = 'correct horse'
    await post('signup', { name: 'New Boss', email: 'boss@else.test', password, confirmPassword: password })
    await expect(grant('boss@else.test', 'owner')).rejects.toThrow(
      'This e-mail is not verified yet. Ask them to verify it on their account page first.',
    )
  } finally {
    await app.stop()
  }

  expect(await grant('player@demo.test', 'admin')).toBe('player@demo.test is admin now.\n')
})
