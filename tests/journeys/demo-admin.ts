import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

type Sent = { to: string; text: string }

/** The demo's admin, as they log in. */
export const admin = { email: 'admin@demo.test', name: 'Demo Admin' }

/** Logs the demo's admin in on the login page that a room of theirs led to. */
export async function logInFor(page: Page, path: string) {
  await page.goto(`/login?next=${encodeURIComponent(path)}`)
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill('levelup-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(path)
}

/** What was sent to an address or number, newest first, once there is any that fits. */
export async function sentTo(page: Page, to: string, fits: (sent: Sent) => boolean): Promise<Sent> {
  let found: Sent | undefined
  await expect(async () => {
    const all: Sent[] = await (await page.request.get('/dev/outbox.json')).json()
    found = all.find((each) => each.to === to && fits(each))
    expect(found).toBeDefined()
  }).toPass()
  return found!
}

/** A toast, or other words that stand there once. */
export const said = (page: Page, text: string) => page.getByText(text, { exact: true }).first()
