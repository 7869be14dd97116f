import type { Page } from '@playwright/test'
import { pro } from '../../support/prices.ts'
import { cards, chooseFreeHour, chooseHour, openPackage, pay, proceed } from '../book.ts'
import { callsTo } from '../by-call.ts'
import { installClock } from '../clock.ts'
import { expect, signUp, test } from '../fixtures.ts'

/** Whatever keeps somebody from paying says what to do next, and keeps what was typed: a picture of each is attached. */

const typed = { name: 'My Dad', phone: '+1 212 555 0100' }

for (const [device, use] of Object.entries({
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
}))
  test.describe(`on a ${device}`, () => {
    test.use(use)

    test('a declined card can be replaced', async ({ page, expectProblem }) => {
      expectProblem(/status of 402/)
      const { dialog, trouble } = await comeToCheckout(page)
      await pay(page, cards.declined, pro.shown)
      await expect(trouble('Not paid.')).toContainText(
        /Your bank declined this card\. No money was taken\. .* stays yours for 1[34]:\d\d/,
      )
      await expect(dialog.getByLabel('Card number')).toHaveValue(cards.declined)
      await expectTypedIn(page)
      await picture(page, `declined-${device}`)
    })

    test('a bank that could not confirm it can be asked again', async ({ page }) => {
      const { dialog, trouble } = await comeToCheckout(page)
      await pay(page, cards.asks, pro.shown)
      await page.getByRole('button', { name: 'Fail', exact: true }).click()
      await expect(trouble('Not paid.')).toContainText(
        /Your bank could not confirm it was you\. No money was taken\. .* stays yours for 1[34]:\d\d/,
      )
      await expect(dialog.getByRole('button', { name: `Pay ${pro.shown}` })).toBeEnabled()
      await expectTypedIn(page)
      await picture(page, `not-confirmed-${device}`)
    })

    test('an hour that was taken is replaced by one press', async ({ page, openSecondPage, expectProblem }) => {
      expectProblem(/status of 409/)
      await openVexFlip(page)
      const hour = await chooseFreeHour(page)
      const rival = await openSecondPage()
      await openVexFlip(rival)
      await chooseHour(rival, hour)
      await proceed(rival)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
      const refusal = dialog.getByRole('alert')
      await expect(refusal).toContainText(/was just taken.*Nearest free hours:/)
      await expect(dialog.getByRole('radio', { name: /^Pro Session/ })).toBeChecked()
      await expect(refusal).toBeInViewport()
      await picture(page, `hour-taken-${device}`)
      await refusal.getByRole('button').first().click()
      await proceed(page)
    })

    test('a hold that is over can be taken again', async ({ page }) => {
      await installClock(page)
      const { trouble } = await comeToCheckout(page)
      await page.clock.fastForward('15:10')
      await expect(trouble('Your 15 minutes are over.')).toContainText(/No money was taken\. .* is still free:/)
      await expectTypedIn(page)
      await picture(page, `hold-over-${device}`)
      await trouble('Your 15 minutes are over.').getByRole('button', { name: 'Take it again' }).click()
      await expectTypedIn(page)
    })

    test('a hold that is over and whose hour somebody else has by now is replaced by one press', async ({
      page,
      baseURL,
    }) => {
      const hearServer = await installClock(page)
      const outside = callsTo(baseURL!)
      const rival = await outside.signUp()
      await openVexFlip(page)
      await chooseFreeHour(page)
      const asked = page.waitForRequest('**/api/create-payment-intent')
      await proceed(page)
      const wanted = (await asked).postDataJSON()
      await typeIn(page)
      // Between giving it back and looking whether it is still free.
      await page.route(
        '**/api/free-hours?*',
        async (route) => {
          await outside.call('POST', '/api/create-payment-intent', rival.token, wanted)
          await route.continue()
        },
        { times: 1 },
      )
      await page.clock.fastForward('15:10')
      const dialog = page.getByRole('dialog')
      const over = dialog.getByRole('alert').filter({ hasText: 'Your 15 minutes are over.' })
      await expect(over).toContainText(/No money was taken\. .* is gone; nearest:/)
      await expectTypedIn(page)
      await picture(page, `hold-over-hour-gone-${device}`)
      // The new hold ends by its own clock.
      await hearServer()
      await over.getByRole('button').first().click()
      await expect(dialog.getByText(/Held for you: 1[45]:\d\d/)).toBeVisible()
      await expectTypedIn(page)
    })

    test('who is offline is told that nothing was lost', async ({ page, context, expectProblem }) => {
      expectProblem(/ERR_INTERNET_DISCONNECTED/)
      await signUp(page)
      await page.goto('/')
      const dialog = await openPackage(page)
      const { time } = await chooseFreeHour(page)
      await context.setOffline(true)
      await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
      const notice = dialog.getByRole('alert').filter({ hasText: 'You are offline' })
      await expect(notice).toContainText('Your choice stays. Go on when your connection is back.')
      await expect(dialog.getByRole('radio', { name: time, exact: true })).toBeChecked()
      await picture(page, `offline-choosing-${device}`)
      await context.setOffline(false)
      await proceed(page)
      await typeIn(page)
      await dialog.getByLabel('Card number').fill(cards.pays)
      await context.setOffline(true)
      await pay(page, cards.pays, pro.shown)
      await expect(dialog.getByRole('alert').filter({ hasText: 'Not paid.' })).toContainText(
        /You are offline; nothing was sent\. .* stays yours for 1[45]:\d\d\.$/,
      )
      await expectTypedIn(page)
      await picture(page, `offline-paying-${device}`)
      await context.setOffline(false)
    })

    test('a bank that asks is waited for; when it answers too late the hour can be taken again', async ({
      page,
      expectProblem,
    }) => {
      expectProblem(/status of 400/)
      const asked = page.waitForResponse('**/api/create-payment-intent')
      await installClock(page)
      const { trouble } = await comeToCheckout(page)
      const order = await (await asked).json()
      await page.clock.fastForward('11:00')
      await pay(page, cards.asks, pro.shown)
      await page.getByRole('button', { name: 'Complete', exact: true }).waitFor()
      await page.clock.fastForward('00:21')
      await expect(trouble('Your bank is still asking.')).toContainText(
        /We keep .* for you until \d+:\d\d [AP]M: answer there, then come back\./,
      )
      await picture(page, `bank-asks-${device}`)
      await page.clock.fastForward('15:00')
      // As the clean-up does it then.
      await page.request.delete(`/api/orders/${order.orderId}`)
      await page.getByRole('button', { name: 'Complete', exact: true }).click()
      await expect(trouble('Your bank did not answer in time.')).toContainText(
        /If the payment still gets through, you get the hour, or all of it back\. .* is still free:/,
      )
      await expect(page.getByText('Payment Failed')).toHaveCount(0)
      await expectTypedIn(page)
      await picture(page, `bank-late-${device}`)
      await trouble('Your bank did not answer in time.').getByRole('button', { name: 'Take it again' }).click()
      await expectTypedIn(page)
    })

    test('another price than the page says is asked for before anything is held', async ({ page, expectProblem }) => {
      expectProblem(/status of 409/)
      await signUp(page)
      await page.goto('/')
      const dialog = await openPackage(page)
      await chooseFreeHour(page)
      // A page that was loaded before the price changed.
      await page.route(
        '**/api/create-payment-intent',
        (route) => route.continue({ postData: { ...route.request().postDataJSON(), amount: '20.00' } }),
        { times: 1 },
      )
      await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
      const notice = dialog.getByRole('alert').filter({ hasText: `Pro Session is ${pro.shown} now, not` })
      await expect(notice).toBeInViewport()
      await picture(page, `new-price-${device}`)
      await notice.getByRole('button', { name: 'Back' }).click()
      await expect(notice).toBeHidden()
      await page.route(
        '**/api/create-payment-intent',
        (route) => route.continue({ postData: { ...route.request().postDataJSON(), amount: '20.00' } }),
        { times: 1 },
      )
      await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
      await notice.getByRole('button', { name: `Go on for ${pro.shown}` }).click()
      await expect(dialog.getByRole('button', { name: `Pay ${pro.shown}` })).toBeVisible()
    })

    test('a bank that does not answer is not to be paid twice', async ({ page, expectProblem }) => {
      expectProblem(/ERR_FAILED/)
      const { dialog, trouble } = await comeToCheckout(page)
      await installClock(page)
      const answered = Promise.withResolvers<void>()
      await page.route('**/payment_intents/*/confirm', async (route) => {
        await answered.promise
        await route.abort()
      })
      await pay(page, cards.pays, pro.shown)
      await expect(dialog.getByRole('button', { name: 'Processing Payment...' })).toBeVisible()
      await page.clock.fastForward('00:21')
      const words = 'Do not pay again: we mail you the moment it does.'
      await expect(trouble('Your bank has not answered yet.')).toContainText(words)
      await expectTypedIn(page)
      await picture(page, `no-answer-yet-${device}`)
      answered.resolve()
      await expect(dialog.getByRole('button', { name: 'Ask my bank again' })).toBeVisible()
      await expectTypedIn(page)
      await picture(page, `no-answer-${device}`)
    })

    test('who logs in in between goes on with their hour', async ({ page, baseURL }) => {
      const { email, password } = await callsTo(baseURL!).signUp()
      await page.goto('/')
      await openPackage(page)
      const { date } = await chooseFreeHour(page)
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(page).toHaveURL('/login?next=%2F')
      await expect(page.getByText(new RegExp(`^Your hour: ${date}, .*\\${pro.shown}\\.$`))).toBeVisible()
      await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible()
      await picture(page, `login-${device}`)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Complete Payment' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Session details' })).toContainText(date)
      await picture(page, `after-login-${device}`)
    })

    test('whose log-in has ended when they pay logs in again and goes on with what they typed', async ({
      page,
      baseURL,
      expectProblem,
    }) => {
      expectProblem(/status of 401/)
      const { dialog, player } = await comeToCheckout(page)
      const order = await page.evaluate(() => sessionStorage.getItem('heldOrder'))
      expect(order).not.toBeNull()
      await callsTo(baseURL!).call('POST', '/api/auth/logout', player.token)
      await pay(page, cards.pays, pro.shown)
      await expect(page).toHaveURL('/login?next=%2F')
      await page.getByLabel('Email').fill(player.email)
      await page.getByLabel('Password', { exact: true }).fill(player.password)
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Complete Payment' })).toBeVisible()
      await expectTypedIn(page)
      expect(await page.evaluate(() => sessionStorage.getItem('heldOrder'))).toBe(order)
      await pay(page, cards.pays, pro.shown)
      await expect(page.getByText('Your session is booked').first()).toBeVisible()
      await expect(dialog).toHaveCount(0)
    })
  })

/** At the checkout, with somebody else's name and a phone typed in. */
async function comeToCheckout(page: Page) {
  const player = await signUp(page)
  await page.goto('/')
  const dialog = await openPackage(page)
  await chooseFreeHour(page)
  await proceed(page)
  await typeIn(page)
  return { player, dialog, trouble: (title: string) => dialog.getByRole('alert').filter({ hasText: title }) }
}

/** The dialog of one coach, as a new player, with a Pro Session chosen. */
async function openVexFlip(page: Page) {
  await signUp(page)
  await page.goto('/coaches/vexflip')
  await page
    .getByRole('button', { name: /^Book Session/ })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /^Pro Session/ })
    .check()
}

async function typeIn(page: Page) {
  await page.getByLabel('Full name').fill(typed.name)
  await page.getByLabel('Phone').fill(typed.phone)
}

async function expectTypedIn(page: Page) {
  await expect(page.getByLabel('Full name')).toHaveValue(typed.name)
  await expect(page.getByLabel('Phone')).toHaveValue(typed.phone)
}

async function picture(page: Page, name: string) {
  const path = test.info().outputPath(`${name}.png`)
  await page.screenshot({ path })
  await test.info().attach(name, { path })
}
