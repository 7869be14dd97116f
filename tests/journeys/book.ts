import type { Locator, Page } from '@playwright/test'
import { pro } from '../support/prices.ts'
import { expect, logIn } from './fixtures.ts'
import { ownHour } from './own-hour.ts'

/** The steps of booking, for every journey that needs a booking. The sandbox's test cards: */
export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asks: '4000 0025 0000 3155',
  processing: '4000 0000 0000 0077',
}

type Hour = { date: string; time: string }

/** Opens the booking dialog from the landing page's Pro package. */
export async function openPackage(page: Page) {
  await page.getByRole('button', { name: 'Book Now: Pro' }).click()
  return page.getByRole('dialog')
}

/** Opens the booking dialog of the first coach who has one, for a 1-on-1 Basic Session. */
export async function openCoach(page: Page) {
  await page
    .getByRole('button', { name: /^Book Session/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /1-on-1 Basic/ }).check()
  return dialog
}

let choices = 0

/**
 * Chooses a free hour that no other journey takes, on another day each time; `daysAhead` at the earliest (days without a
 * free hour do not count). Returns the words on its buttons.
 */
export async function chooseFreeHour(page: Page, { daysAhead = 1 } = {}): Promise<Hour> {
  const dates = (await choicesOf(page, /\d+ free$/)).slice(daysAhead - 1)
  choices += 1
  for (const day of dates.keys()) {
    const date = dates[(choices + day) % dates.length]!
    await page.getByRole('radio', { name: date }).check()
    const time = ownHour(await choicesOf(page, /^([A-Z][a-z]{2} )?\d+:\d\d [AP]M/), String)
    if (!time) continue
    await page.getByRole('radio', { name: time, exact: true }).check()
    return { date: date.split(/ \d+ free/)[0]!, time }
  }
  throw new Error('No hour is left for this journey.')
}

/** Chooses the hour of these words. */
export async function chooseHour(page: Page, { date, time }: Hour) {
  await page.getByRole('radio', { name: date }).check()
  await page.getByRole('radio', { name: time, exact: true }).check()
}

/** The words of the radio buttons of a dialog that can be chosen. */
export async function choicesOf(page: Page, name: RegExp): Promise<string[]> {
  const radios = page.getByRole('dialog').getByRole('radio', { name, disabled: false })
  await radios.first().waitFor()
  return radios.evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ labels }) => labels![0]!.textContent.trim()))
}

/** From a chosen hour to the checkout. */
export async function proceed(page: Page) {
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByRole('heading', { name: 'Complete Payment' })).toBeVisible()
}

/** Pays in the checkout; `price` as the button says it. */
export async function pay(page: Page, card: string, price: string) {
  await page.getByRole('button', { name: `Use test card ${card}` }).click()
  await page.getByRole('button', { name: `Pay ${price}` }).click()
}

/** All of it for a free hour of the Pro package. Returns the words of the hour. */
export async function payForPackage(page: Page, card: string, when: { daysAhead?: number } = {}): Promise<Hour> {
  await openPackage(page)
  const hour = await chooseFreeHour(page, when)
  await proceed(page)
  await pay(page, card, pro.shown)
  return hour
}

/** Signs the demo's owner in and opens the dashboard. */
export async function logInAsOwner(page: Page) {
  await logIn(page, 'owner@demo.test', '/owner')
  await expect(page.getByRole('heading', { name: 'Owner Dashboard' })).toBeVisible()
}

/** Opens the menu of a session that is not the next one: its other buttons can be pressed then. */
export async function openMenu(session: Locator) {
  await session.getByRole('button', { name: /^More for / }).click()
}

/** Opens My Sessions and waits until they are there. */
export async function openMySessions(page: Page) {
  await page.goto('/sessions')
  await expect(page.getByRole('heading', { level: 2, name: 'Upcoming' })).toBeVisible()
}
