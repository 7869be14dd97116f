import type { Locator, Page } from '@playwright/test'
import { pro } from '../../support/prices.ts'
import { cards, choicesOf } from '../book.ts'
import { expect, expectAccessible, signUp, test } from '../fixtures.ts'
import { ownHour } from '../own-hour.ts'

test('a visitor signs up, books and pays with the keyboard alone', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()

  await page.goto('/signup')
  await type(page, page.getByLabel('Full name'), 'Key Presser')
  await type(page, page.getByLabel('Email'), `keys-${crypto.randomUUID()}@e2e.test`)
  await type(page, page.getByLabel('Password', { exact: true }), 'correct horse')
  await type(page, page.getByLabel('Confirm password'), 'correct horse')
  await page.keyboard.press('Enter')

  await press(page, page.getByRole('button', { name: 'Book Now: Pro' }))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await tabTo(page, dialog.getByRole('radio', { name: /\d+ free$/, disabled: false }).first())
  await page.keyboard.press('Space')
  const hours = dialog.getByRole('radio', { name: /^\d+:00 [AP]M/, disabled: false })
  await hours.first().waitFor()
  await tabTo(page, hours.first())
  await page.keyboard.press('Space')
  const words = await choicesOf(page, /^\d+:00 [AP]M/)
  const steps = words.indexOf(ownHour(words, String)!)
  for (let i = 0; i < steps; i++) await page.keyboard.press('ArrowRight')
  await press(page, dialog.getByRole('button', { name: 'Proceed to Payment' }))

  await expect(dialog.getByText('Complete Payment', { exact: true })).toBeFocused()
  await type(page, dialog.getByLabel('Card number'), cards.pays)
  await type(page, dialog.getByLabel('Expiration date'), '1234')
  await type(page, dialog.getByLabel('Security code'), '123')
  await press(page, dialog.getByRole('button', { name: `Pay ${pro.shown}` }))

  await expect(page.getByText('Your session is booked').first()).toBeVisible()
  await press(page, page.getByRole('link', { name: 'My Sessions' }).last())
  await expect(page.getByRole('heading', { name: 'My Sessions' })).toBeVisible()
})

/** A phone and a laptop, enlarged to 200 %. */
for (const [width, height] of [
  [195, 422],
  [720, 450],
] as const)
  test(`enlarged to ${width} px, service, day and hour are chosen by keyboard alone, and nothing is cut off or covered`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await signUp(page)
    await page.goto('/')
    await press(page, page.getByRole('button', { name: /^Book Session with/ }).first())
    const dialog = page.getByRole('dialog')
    const proceed = dialog.getByRole('button', { name: 'Proceed to Payment' })
    const first = (name: RegExp) => dialog.getByRole('radio', { name, disabled: false }).first()
    for (const radio of [first(/^Starter Session/), first(/\d+ free$/), first(/^\d+:00 [AP]M/)]) {
      await tabTo(page, radio)
      await expect(radio).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Space')
      await expect(radio).toBeChecked()
      expect(await dialog.evaluate(findCutOff)).toEqual([])
      // There is no room for it on the phone.
      if (width < 640) continue
      await expect(proceed).toBeInViewport({ ratio: 1 })
      const [tile, button] = [await radio.boundingBox(), await proceed.boundingBox()]
      expect(tile!.y + tile!.height).toBeLessThan(button!.y)
    }
    await expectAccessible(page)
    await tabTo(page, proceed)
    await expect(proceed).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Complete Payment', { exact: true })).toBeFocused()
  })

/** What is wider than its place: the dialog, a tile, a button, a line. */
function findCutOff(dialog: Element): string[] {
  const parts = [dialog, ...dialog.querySelectorAll('label, legend, button, p, h2, h3, dd')]
  return parts
    .filter((part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1)
    .map((part) => `${part.tagName}: ${part.textContent?.slice(0, 40)}`)
}

/** Walks on with Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor()
  for (let presses = 0; presses < 150; presses++) {
    const hasFocus = await target.evaluate((element) => (element.getRootNode() as Document).activeElement === element)
    if (hasFocus) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to ${target}`)
}

async function press(page: Page, button: Locator) {
  await tabTo(page, button)
  await page.keyboard.press('Enter')
}

async function type(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.type(text)
}
