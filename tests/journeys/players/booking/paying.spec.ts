import type { Page } from '@playwright/test'
import { pro } from '../../../support/prices.ts'
import { announcements, recordAnnouncements } from '../../announcements.ts'
import { cards, chooseFreeHour, openPackage, pay, proceed } from '../../book.ts'
import { installClock } from '../../clock.ts'
import { expect, signUp, test } from '../../fixtures.ts'

/** A desktop enlarged to 400 %, a phone on its side, the commonest small laptop, a small phone. */
const screens = [
  { width: 320, height: 256 },
  { width: 844, height: 390 },
  { width: 1280, height: 720 },
  { width: 390, height: 664 },
]

test('whatever Tab comes to in the booking dialog is in sight, on small screens too', async ({ page }) => {
  await signUp(page)
  await page.goto('/')
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

test('whatever Tab comes to in a coach’s changed hours is in sight, above the bar that saves them', async ({
  page,
}) => {
  await page.goto('/login?next=/coach-dashboard')
  await page.getByLabel('Email').fill('coach@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('levelup-demo')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  // A toast covers much of the smallest screen.
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('tab', { name: 'Availability' }).click()
  await page.getByLabel('Monday from').selectOption('5:30 AM')
  for (const screen of screens)
    expect(await walk(page, screen, 'Every day as Monday', 'Save hours'), `${screen.width}`).toEqual([
      'Every day as Monday',
      'Save hours',
    ])
})

/**
 * Tabs from one button to another, by default once around the dialog. Returns the names of what had the focus, of those a
 * journey wants to see, and whatever was covered.
 */
async function walk(
  page: Page,
  screen: { width: number; height: number },
  first = 'Close',
  last = 'Close',
): Promise<string[]> {
  await page.setViewportSize(screen)
  // Until the page is drawn in its new size.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.getByRole('button', { name: first }).focus()
  const seen: string[] = []
  for (let stops = 0; stops < 80; stops++) {
    const { name, isWanted, cover } = await page.evaluate(readFocus)
    if (cover) seen.push(`${name} is covered by ${cover}`)
    else if (isWanted) seen.push(name)
    if (stops > 0 && name === last) break
    await page.keyboard.press('Tab')
  }
  return seen
}

/** What has the focus, also inside the provider's form, and what lies over its middle or its lower edge, if anything does. */
function readFocus() {
  const wanted = /^(Close|Every day|Save hours|Proceed|Full name|Email|Phone|Card number|Security code|Pay)/
  let root: Document | ShadowRoot = document
  while (root.activeElement?.shadowRoot) root = root.activeElement.shadowRoot
  const focused = root.activeElement as HTMLInputElement
  // What one sees of a radio button is its label.
  const label = focused.labels?.[0]
  const shown = focused.type === 'radio' && label ? label : focused
  const { left, top, width, height } = shown.getBoundingClientRect()
  const hits = [height / 2, height - 2].map((down) => root.elementFromPoint(left + width / 2, top + down))
  const name = (focused.ariaLabel ?? label?.textContent ?? focused.textContent ?? '').trim()
  const over = hits.filter((hit) => !shown.contains(hit))
  const cover = over.length > 0 && (over[0]?.outerHTML.slice(0, 80) ?? 'nothing: it is off the screen')
  return { name, isWanted: wanted.test(name), cover }
}

test('a declined card is replaced by keyboard alone, and a screen reader says each step', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/status of 402/)
  await recordAnnouncements(page)
  await signUp(page)
  await page.goto('/')
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
    // What is over before it was said is no longer said.
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
    new RegExp(
      `Your bank declined this card. No money was taken. ${date}, ${time} .New York. stays yours for 1[34]:\\d\\d`,
    ),
  )
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Card number')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(cards.pays)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your session is booked').first()).toBeVisible()
  const said = await announcements(page)
  const order = [processing, 'Not paid.', processing]
  expect(said.map((text) => order.find((words) => text.startsWith(words))).filter(Boolean)).toEqual(order)
  expect(said.filter((text) => text.includes('Payment Failed'))).not.toEqual([])
})

test('another account’s log-in in another tab ends the checkout of the one before, and finds nothing of it', async ({
  page,
  context,
  expectProblem,
}) => {
  // The held hour is not the next one's to give back: it ends by itself.
  expectProblem(/status of 404/)
  await signUp(page, 'First Person')
  await page.goto('/')
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

test('what was typed at the checkout survives Back, a reload and the end of the hold, which can be kept longer once', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/')
  const dialog = await openPackage(page)
  const { time } = await chooseFreeHour(page)
  await proceed(page)
  await dialog.getByLabel('Full name').fill('My Dad')
  await dialog.getByLabel('Phone').fill('+49 170 1234567')
  await expect(
    dialog.getByText('We cannot text Germany yet. Your mails say everything.', { exact: true }),
  ).toBeVisible()
  await dialog.getByLabel('Phone').fill('+1 212 555 0100')
  await expect(dialog.getByText(/^We text you about your session/)).toBeVisible()
  const copyTo = dialog.getByLabel('Somebody else pays? Send them booking and receipt, too')
  await copyTo.fill('mum@e2e.test')
  const expectTyped = async () => {
    await expect(dialog.getByRole('heading', { name: 'Complete Payment' })).toBeVisible()
    await expect(dialog.getByLabel('Full name')).toHaveValue('My Dad')
    await expect(dialog.getByLabel('Phone')).toHaveValue('+1 212 555 0100')
    await expect(copyTo).toHaveValue('mum@e2e.test')
  }
  await dialog.getByRole('button', { name: 'Back', exact: true }).click()
  await proceed(page)
  await expectTyped()
  const order = await page.evaluate(() => sessionStorage.getItem('heldOrder'))
  await page.reload()
  await expectTyped()
  expect(await page.evaluate(() => sessionStorage.getItem('heldOrder'))).toBe(order)

  const hearServer = await installClock(page)
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
  await expect(over).toContainText(`${time} (New York) is still free:`)
  await expectTyped()
  // The new hold ends by its own clock.
  await hearServer()
  await over.getByRole('button', { name: 'Take it again' }).click()
  await expectTyped()
  await expect(dialog.getByText(/Held for you: 14:[45]\d/)).toBeVisible()
  await pay(page, cards.pays, pro.shown)
  await expect(page.getByText('Your session is booked').first()).toBeVisible()
  // It is over: no page opens it again. The next booking knows the phone.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('pendingBooking'))).toBeNull()
  await page.goto('/')
  await openPackage(page)
  await chooseFreeHour(page)
  await proceed(page)
  await expect(dialog.getByLabel('Full name')).toHaveValue('Test Player')
  await expect(dialog.getByLabel('Phone')).toHaveValue('+12125550100')
})

test('a bank that does not answer is not paid twice', async ({ page, expectProblem }) => {
  expectProblem(/ERR_FAILED/)
  await signUp(page)
  await page.goto('/')
  const dialog = await openPackage(page)
  await chooseFreeHour(page)
  await proceed(page)
  await installClock(page)
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
  await expect(page.getByText('Your session is booked').first()).toBeVisible()
})

test('Escape closes a dialog in which nothing was done, and asks before it throws away what was', async ({ page }) => {
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
  const chosen = dialog.getByRole('radio', { name: time, exact: true })
  await page.keyboard.press('Escape')
  const question = dialog.getByRole('alert')
  await expect(question).toContainText('Leave without booking?')
  await expect(dialog.getByRole('button', { name: 'Keep choosing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(chosen).toBeFocused()
  await expect(chosen).toBeChecked()
  await page.reload()
  await expect(chosen).toBeChecked()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(dialog).toBeHidden()
})

test('a press beside a dialog closes it untouched, also before its code is there, and asks where something was chosen', {
  tag: '@wide',
}, async ({ page }) => {
  await page.goto('/')
  await page.route('**/assets/booking-dialog*', () => {})
  const dialog = await openPackage(page)
  await expect(dialog.getByRole('status')).toHaveText('Loading')
  await page.mouse.click(8, 8)
  await expect(dialog).toBeHidden()
  await page.unrouteAll()
  await page.reload()
  await openPackage(page)
  await dialog
    .getByRole('radio', { name: /\d+ free$/ })
    .first()
    .waitFor()
  await page.mouse.click(8, 8)
  await expect(dialog).toBeHidden()
  await openPackage(page)
  await chooseFreeHour(page)
  await page.mouse.click(8, 8)
  await expect(dialog.getByRole('alert')).toContainText('Leave without booking?')
})

test.describe('a player in India', () => {
  test.use({ timezoneId: 'Asia/Kolkata' })
  test('whose number has no country code is not taken for somebody in the US, and one who is there says so', async ({
    page,
  }) => {
    await signUp(page)
    await page.goto('/')
    const dialog = await openPackage(page)
    await chooseFreeHour(page)
    await proceed(page)
    const [phone, country] = [dialog.getByLabel('Phone'), dialog.getByLabel('Country')]
    await phone.fill('70123 45678')
    await expect(country).toHaveValue('IN')
    await expect(dialog.getByText('We cannot text India yet. Your mails say everything.')).toBeVisible()
    await phone.fill('212 555 0100')
    await country.selectOption('United States (+1)')
    await expect(dialog.getByText(/^We text you about your session/)).toBeVisible()
    await page.reload()
    await expect(phone).toHaveValue('212 555 0100')
    await expect(country).toHaveValue('US')
    await pay(page, cards.pays, pro.shown)
    await expect(page.getByText('Your session is booked').first()).toBeVisible()
    await page.goto('/account')
    await expect(page.getByRole('region', { name: 'Your phone numbers' })).toContainText('+12125550100')
  })
})
