import type { Page } from '@playwright/test'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, signUp, test } from '../fixtures.ts'

/** Of the demo; `coach@demo.test` coaches as this one. */
const coach = { name: 'VexFlip', discord: 'vexflip' }

test('after paying a player reads where to meet, says how to be found, and the coach sees it', async ({
  page,
  openSecondPage,
  baseURL,
}) => {
  const name = `Rim ${crypto.randomUUID().slice(0, 8)}`
  const { token } = await signUp(page, name)
  const outside = callsTo(baseURL!)
  await outside.book(token, coach.name)
  await page.goto(`/payment-success?payment_intent=${await outside.pay(token, coach.name)}`)

  const join = page.getByRole('listitem').filter({ hasText: '3. Join your coach on Discord' })
  await expect(join).toContainText(`Add ${coach.discord} on Discord today. ${coach.name} calls you there on`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await join.getByRole('button', { name: 'Copy name' }).click()
  await expect(page.getByText('Name copied', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(coach.discord)
  await expect(join.getByRole('link', { name: 'Open Discord' })).toHaveAttribute('href', /^https:\/\/discord\.com\//)

  const ask = page.getByRole('region', { name: `How does ${coach.name} find you?` })
  await ask.getByLabel('Discord name').fill('rim.shot')
  await ask.getByLabel('What should we work on?').fill('Kickoffs')
  await expectAccessible(page)
  await ask.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Saved: ${coach.name} sees it now.`, { exact: true })).toBeVisible()
  // Asked once: whoever comes back is only reminded of it.
  await page.reload()
  await expect(ask).toContainText('As rim.shot on Discord.')

  await page.goto('/sessions')
  await expect(page.getByText(`Discord: ${coach.discord}`, { exact: true })).toHaveCount(2)
  await expectAccessible(page)

  const coachsPage = await openSecondPage()
  await logInAsCoach(coachsPage)
  await coachsPage.goto('/coach-dashboard?section=agenda')
  const words = `${name} on Discord: rim.shot. Wants to fix: Kickoffs.`
  await expect(coachsPage.getByRole('listitem').filter({ hasText: words })).toHaveCount(2)
  await expectAccessible(coachsPage)

  await page.goto('/account')
  const section = page.getByRole('region', { name: 'How your coach finds you' })
  await expect(section.getByLabel('Discord name')).toHaveValue('rim.shot')
  await section.getByLabel('Discord name').fill('rim.shot.2')
  await section.getByLabel('Rank in Rocket League').fill('Diamond II')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved: your coaches see it now.', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await coachsPage.reload()
  const changed = `${name} on Discord: rim.shot.2. Plays Diamond II in Rocket League. Wants to fix: Kickoffs.`
  await expect(coachsPage.getByRole('listitem').filter({ hasText: changed })).toHaveCount(2)
})

async function logInAsCoach(page: Page) {
  await page.goto('/login?next=/coach-dashboard')
  await page.getByLabel('Email').fill('coach@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('levelup-demo')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Coach Dashboard' })).toBeVisible()
}
