import type { Booking } from '#src/features/bookings/contract.ts'
import { papers } from '#src/shared/papers.ts'
import { pro } from '../../../support/prices.ts'
import { cards, chooseFreeHour, openPackage, pay, payForPackage, proceed } from '../../book.ts'
import { expect, signUp, test } from '../../fixtures.ts'

test('a declined card can be replaced without typing anything else again', { tag: '@gate' }, async ({
  page,
  expectProblem,
}) => {
  expectProblem(/status of 402/)
  await signUp(page)
  await page.goto('/')
  const dialog = await openPackage(page)
  await chooseFreeHour(page)
  await proceed(page)
  await dialog.getByLabel('Full name').fill('Second Try')
  await expect(dialog.getByText(`By paying you agree to our Terms (version ${papers.terms.version})`)).toBeVisible()
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('link', { name: /^Terms/ }).click()
  const terms = await opened
  await expect(terms.getByText(`Version ${papers.terms.version}, `)).toBeVisible()
  await terms.close()
  await pay(page, cards.declined, pro.shown)
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible()
  await expect(page.getByText('Your card was declined.', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Full name')).toHaveValue('Second Try')
  await expect(dialog.getByLabel('Card number')).toHaveValue(cards.declined)
  await pay(page, cards.pays, pro.shown)
  await expect(page.getByText('Your session is booked').first()).toBeVisible()
})

test('what goes wrong at the payment step is said in so many words', async ({ page, expectProblem }) => {
  expectProblem(/status of 50[03]|^50[03] |Payment setup failed/)
  await signUp(page)
  await page.goto('/')
  const dialog = await openPackage(page)
  const { time } = await chooseFreeHour(page)
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/create-payment-intent', async (route) => {
    await answer.promise
    await route.fulfill({ status: 503, json: { message: 'No keys.' } })
  })
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(dialog).toHaveAccessibleName('Setting up payment...')
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Payment setup failed'))
  answer.resolve()
  await logged
  await expect(dialog).toHaveAccessibleName('Payment Setup Failed')
  await expect(dialog).toHaveAccessibleDescription(
    "We couldn't initialize the payment system. This might be because Stripe keys are not configured yet.",
  )
  await expect(page.getByText('Payment Setup Error', { exact: true })).toBeVisible()
  await expect(
    page.getByText('Unable to initialize payment. Please try again or contact support.', { exact: true }),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Go Back' }).click()
  await expect(dialog.getByRole('radio', { name: time, exact: true })).toBeChecked()
  await page.unroute('**/api/create-payment-intent')
  await proceed(page)

  await dialog.getByLabel('Full name').fill('   ')
  await pay(page, cards.pays, pro.shown)
  await expect(page.getByText('Missing Information', { exact: true })).toBeVisible()
  await expect(page.getByText('Please fill in your name and email address.', { exact: true })).toBeVisible()

  await dialog.getByLabel('Full name').fill('Rung Climber')
  const stored = Promise.withResolvers<void>()
  await page.route('**/api/orders/*', async (route) => {
    await stored.promise
    await route.fulfill({ status: 500, body: '' })
  })
  await pay(page, cards.pays, pro.shown)
  await expect(dialog.getByRole('button', { name: 'Processing Payment...' })).toBeDisabled()
  stored.resolve()
  await expect(page.getByText('Payment Error', { exact: true })).toBeVisible()
  await expect(page.getByText('An unexpected error occurred. Please try again.', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: `Pay ${pro.shown}` })).toBeEnabled()
  await page.unroute('**/api/orders/*')

  const kept = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('booking')).length)
  expect(await kept()).toBe(8)
  await dialog.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(dialog.getByRole('radio', { name: time, exact: true })).toBeChecked()
  expect(await kept()).toBe(0)
})

test('a payment of which only the id is known is confirmed in general words', { tag: '@gate' }, async ({
  page,
  openSecondPage,
  expectProblem,
}) => {
  expectProblem(/status of 404|could not be confirmed/)
  const { email } = await signUp(page)
  await page.goto('/')
  const asked = page.waitForRequest('**/api/booking-confirmation')
  const logged = page.waitForEvent('console', (message) =>
    message.text().startsWith('The booking could not be confirmed'),
  )
  await page.goto('/payment-success?payment_intent=pi_nobodys')
  expect((await asked).postDataJSON()).toEqual({
    paymentIntentId: 'pi_nobodys',
    customerName: 'Customer',
    customerEmail: email,
    coachName: 'Coach',
    serviceName: 'Coaching Session',
    servicePrice: 0,
    selectedDate: 'TBD',
    selectedTime: 'TBD',
  })
  await logged
  await expect(page.getByRole('heading', { name: 'Payment not found' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Dismiss' }) })).toHaveCount(0)

  const named = page.waitForRequest('**/api/booking-confirmation')
  await page.goto('/payment-success?payment_intent=pi_unknown&coachName=VexFlip')
  expect((await named).postDataJSON()).toMatchObject({ paymentIntentId: 'pi_unknown', coachName: 'VexFlip' })
  await expect(page.getByRole('heading', { name: 'Payment not found' })).toBeVisible()

  const visitor = await openSecondPage()
  let confirmations = 0
  visitor.on('request', (request) => {
    if (request.url().includes('booking-confirmation')) confirmations += 1
  })
  await visitor.goto('/payment-success?payment_intent=pi_nobodys')
  await expect(visitor.getByRole('heading', { name: 'Log in to see your payment' })).toBeVisible()
  expect(confirmations).toBe(0)
})

test('a card whose bank asks is confirmed in the dialog', async ({ page }) => {
  await signUp(page)
  await page.goto('/')
  await payForPackage(page, cards.asks)
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect(page.getByText('Your session is booked').first()).toBeVisible()
})

test('a payment that is still processing is booked as soon as it arrives', async ({ page }) => {
  await signUp(page)
  await page.goto('/')
  await payForPackage(page, cards.processing)
  await expect(page.getByRole('heading', { name: 'Payment processing' })).toBeVisible()
  await expect(page.getByText('Your session is booked').first()).toBeVisible()
})

test('the booking is made even when the browser closes right after paying', async ({ page, openSecondPage }) => {
  const { email } = await signUp(page)
  await page.goto('/')
  await openPackage(page)
  await chooseFreeHour(page)
  await proceed(page)
  // The success page never runs: only the provider tells the server.
  await page.route('**/payment-success*', (route) => route.abort())
  await pay(page, cards.pays, pro.shown)
  await page.waitForRequest('**/payment-success*')
  await page.close()

  const owner = await openSecondPage()
  const login = await owner.request.post('/api/auth/login', {
    data: { email: 'owner@demo.test', password: 'levelup-demo' },
  })
  expect(login.status()).toBe(200)
  const ownBookings = async () => {
    const bookings: Booking[] = await (await owner.request.get('/api/bookings')).json()
    return bookings.filter((booking) => booking.customerEmail === email).map(({ price, status }) => [price, status])
  }
  await expect.poll(ownBookings).toEqual([[pro.decimal, 'confirmed']])
})
