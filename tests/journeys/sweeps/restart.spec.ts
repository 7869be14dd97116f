import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '#src/features/messages/contract.ts'
import { freePort, startFreshApp } from '../../support/fresh-app.ts'
import { callsTo } from '../by-call.ts'
import { test as base, expect, signUp } from '../fixtures.ts'

/** An app of the test's own, to stop and to start again on the same address and data. */
const test = base.extend<{ app: { stop(): Promise<void>; start(): Promise<void> } }>({
  baseURL: async ({ browserName: _ }, use) => use(`http://127.0.0.1:${await freePort()}`),
  app: async ({ baseURL }, use) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'level-up-restart-'))
    const settings = { PORT: new URL(baseURL!).port, DATA_DIR: dataDir, LOG_LEVEL: 'fatal' }
    let app = await startFreshApp(settings)
    const start = async () => {
      app = await startFreshApp(settings)
    }
    await use({ stop: () => app.stop(), start })
    await app.stop()
    await rm(dataDir, { recursive: true })
  },
})

test('a restart of the server in the middle of a chat loses nothing and doubles nothing', async ({
  page,
  baseURL,
  app,
  expectProblem,
}) => {
  expectProblem(/ERR_|status of 503|^503/)
  const outside = callsTo(baseURL!)
  const { token } = await signUp(page)
  const bookingId = await outside.book(token, 'VexFlip')
  const coach = await outside.logIn('coach@demo.test')
  await page.goto(`/sessions?thread=${bookingId}`)
  const dialog = page.getByRole('dialog', { name: 'Chat with VexFlip' })
  const shown = dialog.getByRole('article')
  const field = dialog.getByLabel('Your message')

  // The coach goes on writing, and repeats what got no answer, as our pages do.
  const lines = Array.from({ length: 30 }, (_, i) => `Line ${i + 1} of the coach`)
  const coachWriting = (async () => {
    for (const content of lines) {
      const body = { bookingId, content, idempotencyKey: crypto.randomUUID() }
      const write = () => outside.call('POST', '/api/messages/send-coach-booking', coach, body).then(() => true)
      while (!(await write().catch(() => false))) await sleep(200)
      await sleep(50)
    }
  })()
  await expect(shown.filter({ hasText: 'Line 5 of' })).toBeVisible()
  await app.stop()
  await field.fill('Written while nobody was there')
  await field.press('Enter')
  await expect(dialog.getByText('Not sent')).toBeVisible()
  await app.start()
  await coachWriting
  await dialog.getByRole('button', { name: 'Send again' }).click()

  const all = [...lines, 'Written while nobody was there']
  await expect(shown).toHaveCount(all.length)
  const kept = await outside.call<Message[]>('GET', `/api/messages/${bookingId}`, token)
  expect(kept.map(({ content }) => content).sort()).toEqual(all.sort())
  const texts = await shown.allInnerTexts()
  expect(kept.every(({ content }, index) => texts[index]!.includes(content))).toBe(true)
})
