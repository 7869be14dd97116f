import type { Page } from '@playwright/test'
import { pro } from '../../support/prices.ts'
import { cards, chooseFreeHour, openPackage, pay, proceed } from '../book.ts'
import { expect, signUp, test } from '../fixtures.ts'

/** A desktop enlarged to 400 %, a phone on its side, the commonest small laptop, a small phone. */
const screens = [
  { width: 320, height: 256 },
  { width: 844, height: 390 },
  { width: 1280, height: 720 },
  { width: 390, height: 664 },
]

test('whatever Tab comes to in the booking dialog is in sight, on small screens too', async ({ page }) => {
  await signUp(page)
  await openPackage(page)
  await chooseFreeHour(page)
  const step1 = ['Close', 'Proceed to Payment', 'Close']
  for (const screen of screens) expect(await walk(page, screen), `step 1, ${screen.width}`).toEqual(step1)
  await proceed(page)
  await page.getByLabel('Card number').waitFor()
  const step2 = [
    'Close',
    'Full name',
    'Email',
    'Phone (optional)',
    'Card number',
    'Security code',
    `Pay ${pro.shown}`,
    'Close',
  ]
  for (const screen of screens) expect(await walk(page, screen), `step 2, ${screen.width}`).toEqual(step2)
})

/** Tabs once around the dialog. Gives the names of what had the focus, of those a journey wants to see, and whatever was covered. */
async function walk(page: Page, screen: { width: number; height: number }): Promise<string[]> {
  await page.setViewportSize(screen)
  await page.getByRole('button', { name: 'Close' }).focus()
  const seen: string[] = []
  for (let stops = 0; stops < 60; stops++) {
    const { name, isWanted, cover } = await page.evaluate(readFocus)
    if (cover) seen.push(`${name} is covered by ${cover}`)
    else if (isWanted) seen.push(name)
    if (stops > 0 && name === 'Close') break
    await page.keyboard.press('Tab')
  }
  return seen
}

/** What has the focus, also inside the provider's form, and what lies over its middle, if anything does. */
function readFocus() {
  const wanted = /^(Close|Proceed|Full name|Email|Phone|Card number|Security code|Pay)/
  let root: Document | ShadowRoot = document
  while (root.activeElement?.shadowRoot) root = root.activeElement.shadowRoot
  const focused = root.activeElement as HTMLInputElement
  // What one sees of a radio button is its label.
  const label = focused.labels?.[0]
  const shown = focused.type === 'radio' && label ? label : focused
  const { left, top, width, height } = shown.getBoundingClientRect()
  const hit = root.elementFromPoint(left + width / 2, top + height / 2)
  const name = (focused.ariaLabel ?? label?.textContent ?? focused.textContent ?? '').trim()
  const cover = hit && shown.contains(hit) ? null : (hit?.outerHTML.slice(0, 80) ?? 'nothing: it is off the screen')
  return { name, isWanted: wanted.test(name), cover }
}

test('a declined card is replaced by keyboard alone, and a screen reader says each step', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/status of 402/)
  await recordAnnouncements(page)
  await signUp(page)
  const dialog = await openPackage(page)
  const { date, time } = await chooseFreeHour(page)
  await proceed(page)
  const payButton = dialog.getByRole('button', { name: `Pay ${pro.shown}` })
  await page.getByRole('button', { name: `Use test card ${cards.declined}` }).click()
  await page.keyboard.press('Tab')
  while (!(await payButton.evaluate((button) => button === document.activeElement))) await page.keyboard.press('Tab')

  const answered = Promise.withResolvers<void>()
  const processing = 'Processing Payment...'
  let tries = 0
  await page.route('**/payment_intents/*/confirm', async (route) => {
    tries += 1
    const timesSaid = async () => (await announcements(page)).filter((text) => text === processing).length
    // What is over before it was said is not said any more.
    await expect.poll(timesSaid).toBe(tries)
    await answered.promise
    await route.continue()
  })
  await page.keyboard.press('Enter')
  const busy = dialog.getByRole('button', { name: processing })
  await expect(busy).toBeFocused()
  // A second press does nothing.
  await page.keyboard.press('Enter')
  answered.resolve()
  const trouble = dialog.getByRole('alert').filter({ hasText: 'Not paid.' })
  await expect(trouble).toContainText(
    new RegExp(`Your bank declined this card. No money was taken. ${date} at ${time} .* stays yours for 14:\\d\\d`),
  )
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Card number')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(cards.pays)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your session is booked')).toBeVisible()
  const said = await announcements(page)
  const order = [processing, 'Not paid.', processing]
  expect(said.map((text) => order.find((words) => text.startsWith(words))).filter(Boolean)).toEqual(order)
  expect(said.filter((text) => text.includes('Payment Failed'))).not.toEqual([])
})

test('who logs in on another tab ends the checkout of the one before, and finds nothing of it', {
  tag: '@edge',
}, async ({ page, context, expectProblem }) => {
  // The held hour is not the next one's to give back: it ends by itself.
  expectProblem(/status of 404/)
  await signUp(page, 'First Person')
  const dialog = await openPackage(page)
  await chooseFreeHour(page)
  await proceed(page)
  await dialog.getByLabel('Phone').fill('+1 212 555 0100')
  await signUp(await context.newPage(), 'Next Person')
  await expect(dialog).toBeHidden()
  expect(await page.evaluate(() => sessionStorage.getItem('pendingBooking'))).toBeNull()
  await openPackage(page)
  await chooseFreeHour(page)
  await proceed(page)
  await expect(dialog.getByLabel('Full name')).toHaveValue('Next Person')
  await expect(dialog.getByLabel('Phone')).toHaveValue('')
})

test('what was typed at the checkout survives Back, a reload and the end of the hold, which can be kept longer once', {
  tag: '@edge',
}, async ({ page }) => {
  await signUp(page)
  const dialog = await openPackage(page)
  const { time } = await chooseFreeHour(page)
  await proceed(page)
  await dialog.getByLabel('Full name').fill('My Dad')
  await dialog.getByLabel('Phone').fill('+1 212 555 0100')
  const expectTyped = async () => {
    await expect(dialog.getByRole('heading', { name: 'Complete Payment' })).toBeVisible()
    await expect(dialog.getByLabel('Full name')).toHaveValue('My Dad')
    await expect(dialog.getByLabel('Phone')).toHaveValue('+1 212 555 0100')
  }
  await dialog.getByRole('button', { name: 'Back', exact: true }).click()
  await proceed(page)
  await expectTyped()
  const order = await page.evaluate(() => sessionStorage.getItem('heldOrder'))
  await page.reload()
  await expectTyped()
  expect(await page.evaluate(() => sessionStorage.getItem('heldOrder'))).toBe(order)

  await page.clock.install()
  await dialog.getByRole('button', { name: 'Back', exact: true }).click()
  await proceed(page)
  await page.clock.fastForward('13:10')
  const warning = dialog.getByRole('alert').filter({ hasText: 'Less than 2 minutes left' })
  await expect(warning).toBeInViewport({ ratio: 1 })
  await warning.getByRole('button', { name: 'Keep it 10 more minutes' }).click()
  await expect(dialog.getByText(/Held for you: 11:[34]\d/)).toBeInViewport({ ratio: 1 })
  await expect(warning).toBeHidden()
  await expect(dialog.getByRole('button', { name: `Pay ${pro.shown}` })).toBeFocused()
  await page.clock.fastForward('10:00')
  await expect(warning).toContainText('Please pay now')
  await expect(warning.getByRole('button')).toHaveCount(0)

  await page.clock.fastForward('02:00')
  const over = dialog.getByRole('alert').filter({ hasText: 'Your 25 minutes are over.' })
  await expect(over).toContainText(`at ${time} (New York time) is still free:`)
  await expectTyped()
  await over.getByRole('button', { name: 'Take it again' }).click()
  await expectTyped()
  await expect(dialog.getByText(/Held for you: 14:[45]\d/)).toBeVisible()
  await pay(page, cards.pays, pro.shown)
  await expect(page.getByText('Your session is booked')).toBeVisible()
  // It is over: no page opens it again. The next booking knows the phone.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('pendingBooking'))).toBeNull()
  await page.goto('/')
  await openPackage(page)
  await chooseFreeHour(page)
  await proceed(page)
  await expect(dialog.getByLabel('Full name')).toHaveValue('Test Player')
  await expect(dialog.getByLabel('Phone')).toHaveValue('+12125550100')
})

test('a bank that does not answer is not paid twice', { tag: '@edge' }, async ({ page, expectProblem }) => {
  expectProblem(/ERR_FAILED/)
  await signUp(page)
  const dialog = await openPackage(page)
  await chooseFreeHour(page)
  await proceed(page)
  await page.clock.install()
  const answered = Promise.withResolvers<void>()
  await page.route('**/payment_intents/*/confirm', async (route) => {
    await answered.promise
    await route.abort()
  })
  await pay(page, cards.pays, pro.shown)
  await expect(dialog.getByRole('button', { name: 'Processing Payment...' })).toBeVisible()
  await page.clock.fastForward('00:21')
  const unanswered = dialog.getByRole('alert').filter({ hasText: 'Your bank has not answered yet.' })
  await expect(unanswered).toContainText('Do not pay again: we mail you the moment it does.')
  answered.resolve()
  const askAgain = dialog.getByRole('button', { name: 'Ask my bank again' })
  await expect(askAgain).toBeVisible()
  await page.unroute('**/payment_intents/*/confirm')
  await askAgain.click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'The payment did not get through.' })).toBeVisible()
  await dialog.getByRole('button', { name: `Pay ${pro.shown}` }).click()
  await expect(page.getByText('Your session is booked')).toBeVisible()
})

test('Escape closes a dialog in which nothing was done, and keeps what was', { tag: '@edge' }, async ({ page }) => {
  await page.goto('/')
  const dialog = await openPackage(page)
  await dialog
    .getByRole('radio', { name: /\d+ free$/ })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await openPackage(page)
  const { time } = await chooseFreeHour(page)
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('radio', { name: time, exact: true })).toBeChecked()
  await page.reload()
  await expect(dialog.getByRole('radio', { name: time, exact: true })).toBeChecked()
})

/** Writes down what live regions say, as a screen reader hears it: what is new in the nearest region, unless it is a timer. */
async function recordAnnouncements(page: Page) {
  await page.addInitScript(() => {
    const key = 'said'
    const live = '[role="alert"], [role="status"], [role="timer"], [aria-live]'
    const say = (region: Element | null | undefined) => {
      if (!region || region.role === 'timer' || region.ariaLive === 'off') return
      const text = region.textContent?.trim()
      const said: string[] = JSON.parse(sessionStorage.getItem(key) ?? '[]')
      if (text && said.at(-1) !== text) sessionStorage.setItem(key, JSON.stringify([...said, text]))
    }
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        say(element?.closest(live))
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const region of [node, ...node.querySelectorAll('*')]) if (region.matches(live)) say(region)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

const announcements = (page: Page): Promise<string[]> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('said') ?? '[]'))
