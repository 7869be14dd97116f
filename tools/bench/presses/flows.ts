import { judge } from './judge.ts'
import { narrowNet, type Phone } from './phone.ts'
import { button } from './press.ts'
import {
  type Opened,
  openedDialog,
  seenShifts,
  slowestInteraction,
  watchDialog,
  watchInteractions,
  watchShifts,
} from './watch.ts'

const floors = { coachsRoom: 4_000, interaction: 200, dialog: 1_000 }

/** How soon a coach's room is there, and what it lists. */
export async function measureCoachsRoom({ page, slow, rest }: Phone): Promise<void> {
  await slow()
  await page.addInitScript(watchShifts)
  await page.goto('/coach-dashboard', { timeout: 60_000 })
  await rest()
  const { tabsAt, listAt } = await seenShifts(page)
  judge('a coach’s room stands, cold', Math.round(tabsAt), floors.coachsRoom, 'ms')
  judge('and its sessions are there', Math.round(listAt), floors.coachsRoom, 'ms')
}

/** From the press to the offers, of somebody who has looked at the package for two seconds: its code has come by then. */
export async function measureDialog({ page, slow, rest }: Phone): Promise<void> {
  await page.addInitScript(watchInteractions)
  await page.goto('/')
  await rest()
  const target = button('Book Now: Pro')(page)
  await target.scrollIntoViewIfNeeded()
  await page.waitForTimeout(2_000)
  await slow(narrowNet)
  const pressedAt = Date.now()
  await target.tap()
  // By its tag: to look for a role in each frame would cost the phone more than the dialog does.
  await page.locator('[role=dialog] input[type=radio]').first().waitFor()
  judge('the dialog stands with its offers', Date.now() - pressedAt, floors.dialog, 'ms')
  await page.waitForTimeout(500)
  judge('interaction: opening the dialog', await slowestInteraction(page), floors.interaction, 'ms')
}

/** The same of somebody who presses before they have done anything else: nothing of the dialog is there. How soon its shell is, and the whole. */
export async function openColdDialog(path: string, { page, slow, rest }: Phone): Promise<Opened> {
  await page.addInitScript(watchDialog)
  await page.goto(path)
  await rest()
  await slow(narrowNet)
  await page
    .getByRole('button', { name: /^Book Session/ })
    .first()
    .tap({ noWaitAfter: true })
  return openedDialog(page)
}

/** Keys and presses in a chat of many messages about this booking. */
export async function measureChat(bookingId: string, { page, slow }: Phone): Promise<void> {
  await page.addInitScript(watchInteractions)
  await page.goto(`/sessions?thread=${bookingId}`)
  const field = page.getByLabel('Your message')
  // The list beside it shows the latest one, too.
  await page.getByRole('log').getByText('Message 400.').waitFor()
  await slow()
  for (const text of ['Ok', 'Yes']) {
    await field.pressSequentially(text)
    await field.press('Enter')
    await page.getByText(text, { exact: true }).waitFor()
  }
  await page
    .getByText('Seen')
    .or(page.getByText('Sent', { exact: true }))
    .first()
    .waitFor()
  while (await page.getByRole('button', { name: 'Show earlier' }).count())
    await page.getByRole('button', { name: 'Show earlier' }).click()
  await field.pressSequentially('Bye')
  await field.press('Enter')
  await page.getByText('Bye', { exact: true }).waitFor()
  judge('interaction: a chat of 400 messages', await slowestInteraction(page), floors.interaction, 'ms')
}

/** Presses on the owner's pictures. */
export async function measureInsights({ page, slow, rest }: Phone): Promise<void> {
  await page.addInitScript(watchInteractions)
  await page.goto('/owner/insights')
  await rest()
  await slow()
  for (const name of ['Last 90 days', 'This year', 'Last 7 days']) {
    await page.getByRole('button', { name }).click()
    await page.locator('[aria-busy=false] [role=img]').first().waitFor()
  }
  await page.getByRole('region', { name: 'Bookings made' }).getByRole('button').click()
  await page.getByRole('table').waitFor()
  judge('interaction: insights', await slowestInteraction(page), floors.interaction, 'ms')
}
