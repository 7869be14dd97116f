import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { callsTo } from '../by-call.ts'
import { expect, setWidth, test } from '../fixtures.ts'
import { findLayoutFaults } from '../layout-faults.ts'

type Mail = { id: string; channel: string; to: string; subject: string }

test('every mail can be read at 320 and 600 px, light and dark', async ({ page, baseURL }, testInfo) => {
  test.slow()
  const { to, subjects } = await causeMails(baseURL!)
  let mails: Mail[] = []
  await expect(async () => {
    const all: Mail[] = await (await page.request.get('/dev/outbox.json')).json()
    mails = all.filter((mail) => mail.channel === 'email' && to.includes(mail.to))
    expect(mails.map(({ subject }) => subject).sort()).toEqual(
      subjects.map((subject) => expect.stringMatching(subject)),
    )
  }).toPass()

  const faults: string[] = []
  for (const { id, subject } of mails)
    for (const scheme of ['light', 'dark'])
      for (const width of [320, 600]) {
        await setWidth(page, width)
        await page.goto(`/dev/outbox/${id}.html?scheme=${scheme}`)
        const found = [...(await page.evaluate(findLayoutFaults)), ...(await unreadable(page))]
        faults.push(...found.map((fault) => `${subject}, ${width} px, ${scheme}: ${fault}`))
        const name = `${subject.replace(/\W+/g, '-')}-${width}-${scheme}.png`
        await page.screenshot({ path: testInfo.outputPath(name), fullPage: true })
      }
  expect(faults).toEqual([])

  await page.goto(`/dev/outbox/${mails[0]!.id}`)
  await expect(page.getByRole('heading', { name: 'Parts' })).toBeVisible()
  await expect(page.getByText('auto-generated', { exact: true })).toBeVisible()
})

/** Somebody signs up, books, writes, applies and forgets their password. Gives the addresses, and what each mail is called. */
async function causeMails(baseURL: string) {
  const { signUp, book, call } = callsTo(baseURL)
  const { token, email } = await signUp()
  await book(token, 'VexFlip')
  const applicantEmail = `${crypto.randomUUID()}@e2e.test`
  const nobody = `${crypto.randomUUID()}@e2e.test`
  await call('POST', '/api/contacts', token, { name: 'Rimshot', email, game: 'both', message: 'Stuck in Champ.' })
  await call('POST', '/api/coach-applications', '', {
    ...{ applicantName: 'Rimshot', applicantEmail, gameExpertise: 'both', currentRank: 'Champion' },
    ...{ coachingExperience: 'Two seasons.', whyCoach: 'I like it.', availability: 'Evenings' },
  })
  for (const each of [email, nobody])
    await call('POST', '/api/auth/codes', '', { purpose: 'reset-password', email: each })
  const subjects = [
    /^Set a new password$/,
    /^There is no account with this e-mail$/,
    /^We got your coach application$/,
    /^We got your message$/,
    /^Welcome to Level Up/,
    /^You're booked/,
  ]
  return { to: [email, applicantEmail, nobody], subjects }
}

/** Text without enough contrast, and what else readers could not make out. */
async function unreadable(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).setLegacyMode().analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
}
