import type { Page } from '@playwright/test'
import { pro } from '../../support/prices.ts'
import { cards, chooseFreeHour, chooseHour, openPackage, pay, proceed } from '../book.ts'
import { callsTo } from '../by-call.ts'
import { installClock } from '../clock.ts'
import { expect, expectAccessible, signUp, test } from '../fixtures.ts'
import { byStreamAlone } from '../live-messages.ts'

/** What the browser does when a tab is left, or looked at again. */
const turn = (tab: Page, state: 'hidden' | 'visible') =>
  tab.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)

test('chats in tabs that nobody sees leave the connections to the one that is seen', async ({ page, baseURL }) => {
  const { book, call, logIn } = callsTo(baseURL!)
  const { token } = await signUp(page)
  const bookingId = await book(token, 'VexFlip')
  const coach = await logIn('coach@demo.test')
  const openChat = async (tab: Page) => {
    await tab.goto(`/sessions?thread=${bookingId}`)
    await expect(tab.getByText('Say hello')).toBeVisible()
  }
  // A browser keeps six connections to a server for all tabs together, unless a proxy before it speaks HTTP/2.
  const hidden: Page[] = []
  for (let count = 0; count < 6; count++) {
    const tab = await page.context().newPage()
    hidden.push(tab)
    await openChat(tab)
    await turn(tab, 'hidden')
  }
  await openChat(page)
  const messageIn = (tab: Page) => tab.getByRole('article').filter({ hasText: 'Ready when you are.' })
  await byStreamAlone(page, async () => {
    await call('POST', '/api/messages/send-coach-booking', coach, { bookingId, content: 'Ready when you are.' })
    await expect(messageIn(page)).toBeVisible()
  })
  await expect(messageIn(hidden[0]!)).toHaveCount(0)
  await turn(hidden[0]!, 'visible')
  await expect(messageIn(hidden[0]!)).toBeVisible()
})

test('an hour chosen in another tab takes the place of the one held here, which says so and can be taken again', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/')
  const dialog = await openPackage(page)
  const { time } = await chooseFreeHour(page)
  await proceed(page)
  await dialog.getByLabel('Full name').fill('My Dad')
  await turn(page, 'hidden')
  const other = await page.context().newPage()
  await other.goto('/')
  await openPackage(other)
  await chooseFreeHour(other)
  await proceed(other)

  await turn(page, 'visible')
  const ended = dialog.getByRole('alert').filter({ hasText: 'This hour went back when you chose another one' })
  await expect(ended).toContainText(`${time} (New York) is still free:`)
  await expect(dialog.getByText('Held for you')).toBeHidden()
  await ended.getByRole('button', { name: 'Take it again' }).click()
  await expect(dialog.getByLabel('Full name')).toHaveValue('My Dad')
  await pay(page, cards.pays, pro.shown)
  await expect(page.getByText('Your session is booked').first()).toBeVisible()
})

/** What a second tab of the same player reads at the Pay button of an hour that the first one pays for. */
const waysToLearn: Record<string, { before?(tab: Page): Promise<void>; learn(tab: Page): Promise<void> }> = {
  'looks at it again': {
    async learn(tab) {
      await turn(tab, 'hidden')
      await turn(tab, 'visible')
    },
  },
  'presses Pay': { learn: (tab) => pay(tab, cards.pays, pro.shown) },
  'waits until its time is over': {
    before: async (tab) => void (await installClock(tab)),
    learn: (tab) => tab.clock.fastForward('15:10'),
  },
}
for (const [way, { before, learn }] of Object.entries(waysToLearn))
  test(`a tab whose hour was paid in another says so when its player ${way}, and leads to the booking`, async ({
    page,
    expectProblem,
  }) => {
    expectProblem(/status of 409/)
    // axe looks into the provider's form.
    expectProblem(/Applying inline style violates/)
    const other = await page.context().newPage()
    await before?.(other)
    const { dialog, time } = await comeToPayTwice(page, other)
    await pay(page, cards.pays, pro.shown)
    await expect(page.getByText('Your session is booked').first()).toBeVisible()
    await learn(other)
    const notice = dialog.getByRole('alert').filter({ hasText: 'Paid in another tab.' })
    await expect(notice).toContainText(new RegExp(`Pro Session with \\w+, .*${time}.*, is yours\\.`))
    await expect(other.getByText('No money was taken')).toHaveCount(0)
    await expect(other.getByText('Payment Failed')).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: /^Pay / })).toHaveCount(0)
    await expectAccessible(other)
    await notice.getByRole('link', { name: 'See your booking' }).click()
    await expect(other.getByText('Your session is booked').first()).toBeVisible()
  })

test('a payment that another tab has made meanwhile is no declined one: the tab that pressed Pay, too, shows the booking', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/status of 400/)
  const other = await page.context().newPage()
  await comeToPayTwice(page, other)
  const [stored, paid] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await other.route('**/api/orders/*', async (route) => {
    const response = await route.fetch()
    stored.resolve()
    await paid.promise
    await route.fulfill({ response })
  })
  await pay(other, cards.pays, pro.shown)
  await stored.promise
  await pay(page, cards.pays, pro.shown)
  await expect(page.getByText('Your session is booked').first()).toBeVisible()
  paid.resolve()
  await expect(other.getByText('Your session is booked').first()).toBeVisible()
  await expect(other.getByText('Payment Failed')).toHaveCount(0)
})

test('a hold whose time is over is not given back while another tab pays', async ({ page, expectProblem }) => {
  expectProblem(/status of 409/)
  const other = await page.context().newPage()
  await installClock(other)
  const { dialog } = await comeToPayTwice(page, other)
  await pay(page, cards.processing, pro.shown)
  await page.waitForURL(/payment-success/)
  await other.clock.fastForward('15:10')
  const notice = dialog.getByRole('alert').filter({ hasText: 'Another tab is paying for this hour.' })
  await expect(notice).toContainText('Do not pay again: we mail you when your bank has answered.')
  await expect(page.getByText('Your session is booked').first()).toBeVisible()
  await other.clock.fastForward('00:31')
  await expect(dialog.getByText('Paid in another tab.')).toBeVisible()
})

test('a tab whose time is over goes on with the minutes that another one has had', async ({ page }) => {
  const other = await page.context().newPage()
  await installClock(other)
  const asked = page.waitForResponse('**/api/create-payment-intent')
  const { dialog } = await comeToPayTwice(page, other)
  const { orderId } = await (await asked).json()
  expect((await page.request.post(`/api/orders/${orderId}/hold-longer`)).status()).toBe(200)
  await other.clock.fastForward('15:10')
  await expect(dialog.getByText(/Held for you: [89]:\d\d/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: `Pay ${pro.shown}` })).toBeVisible()
  await other.clock.fastForward('10:00')
  await expect(dialog.getByRole('alert').filter({ hasText: 'Your time is over.' })).toContainText('No money was taken.')
})

/** One player, two tabs, the same hour at the Pay button; gives the second one's dialog. */
async function comeToPayTwice(page: Page, other: Page) {
  await signUp(page)
  await page.goto('/')
  await openPackage(page)
  const hour = await chooseFreeHour(page)
  await proceed(page)
  await other.goto('/')
  const dialog = await openPackage(other)
  await chooseHour(other, hour)
  await proceed(other)
  return { dialog, time: hour.time }
}

test('a checkout belongs to its page, and says so when another tab logs out: the way to log in goes on with it', async ({
  page,
  expectProblem,
}) => {
  // The held hour may be asked for in the moment of logging out.
  expectProblem(/status of 401/)
  const { email, password } = await signUp(page)
  await page.goto('/')
  const dialog = await openPackage(page)
  const { time } = await chooseFreeHour(page)
  await proceed(page)
  await expect(dialog.getByText('Held for you')).toBeVisible()
  // Another address typed into this tab shows that page, not the checkout over it.
  await page.goto('/coaches')
  await expect(page.getByRole('button', { name: /^Book Session/ }).first()).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Complete Payment' })).toBeVisible()

  const other = await page.context().newPage()
  await other.goto('/sessions')
  await other.getByRole('button', { name: 'Menu' }).click()
  await other.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('You were logged out in another tab')
  await expect(dialog).toContainText(time)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Log in and go on' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(dialog.getByText('Held for you')).toBeVisible()
  await expect(dialog).toContainText(time)
})

test('what somebody typed in the checkout is not shown to who logs in after them', async ({ page, expectProblem }) => {
  expectProblem(/status of 40[14]/)
  await page.goto('/')
  const dialog = await openPackage(page)
  await chooseFreeHour(page)
  // The dialog was opened by a visitor, who logs in in another tab.
  const other = await page.context().newPage()
  await signUp(other)
  await proceed(page)
  await dialog.getByLabel('Full name').fill('My Secret Dad')
  await other.goto('/sessions')
  await other.getByRole('button', { name: 'Menu' }).click()
  await other.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('You were logged out in another tab')
  await signUp(other)
  await expect(dialog).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Secret')
})
