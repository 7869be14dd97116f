import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The code of the newest mail to this address with such a subject, once `count` of them have come. */
export async function mailedCode(page: Page, email: string, subject: RegExp, count = 1): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    const answer = await page.request.get('/dev/outbox.json')
    const mails = (await answer.json()) as { to: string; subject: string; text: string }[]
    const found = mails.filter((each) => each.to === email && subject.test(each.subject))
    expect(found).toHaveLength(count)
    code = found[0]?.text.match(/\b\d{4} ?\d{4}\b/)?.[0].replace(' ', '')
    expect(code).toBeDefined()
  }).toPass()
  return code!
}

/** Enters the code that somebody signed up in this browser was mailed. */
export async function verifyEmail(page: Page, { email, token }: { email: string; token: string }): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const data = { purpose: 'verify-email', email, code: await mailedCode(page, email, /verif|confirm/i) }
  const verified = await page.request.post('/api/auth/codes/redeem', { data, headers })
  expect(verified.status(), await verified.text()).toBe(200)
}
