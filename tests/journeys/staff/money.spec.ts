import type { Page } from '@playwright/test'
import type { listClaims } from '#src/features/bookings/staff-contract.ts'
import type { listProblems } from '#src/features/payments/contract.ts'
import type { moneyDesk, moneyReport } from '#src/features/payments/money-contract.ts'
import type { listDeadJobs } from '#src/shared/dead-jobs-contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { basic } from '../../support/prices.ts'
import { logInAsOwner } from '../book.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

// What must not happen in a healthy shop is made up here: the answers are those of the contract.

test('payment problems stand on top of every tab until they are dealt with, which asks first and can be taken back', async ({
  page,
}) => {
  let problems: CallReply<typeof listProblems> = [
    {
      id: '1',
      kind: 'dispute',
      orderId: 'order-1',
      bookingId: 'booking-1',
      paymentId: 'pi_1',
      text: 'Rung Climber asked the bank for $25: they say that they did not get the session.',
      createdAt: '2026-01-05T15:00:00.000Z',
      resolvedAt: null,
      dispute: {
        id: 'dp_1',
        state: 'open',
        amount: '25.00',
        reason: 'product_not_received',
        dueBy: '2026-01-12T15:00:00.000Z',
        answeredAt: null,
      },
    },
    {
      id: '2',
      kind: 'refund-failed',
      orderId: null,
      bookingId: null,
      paymentId: null,
      resolvedAt: null,
      dispute: null,
      text: '$14.50 could not be sent back.',
      createdAt: '2026-01-05T14:00:00.000Z',
    },
  ]
  let dealtWith: typeof problems = []
  await page.route('**/api/payment-problems', (route) => route.fulfill({ json: problems }))
  await page.route('**/api/payment-problems?resolved=true', (route) => route.fulfill({ json: dealtWith }))
  await page.route('**/api/payment-problems/1/*', async (route) => {
    const [moved] = [...problems, ...dealtWith].filter(({ id }) => id === '1')
    const isResolved = route.request().url().endsWith('/resolve')
    dealtWith = isResolved ? [{ ...moved!, resolvedAt: '2026-01-06T15:00:00.000Z' }] : []
    problems = [...(isResolved ? [] : [moved!]), ...problems.filter(({ id }) => id !== '1')]
    await route.fulfill({ json: { ok: true } })
  })
  await logInAsOwner(page)
  const alert = page.getByRole('alert').filter({ hasText: 'payment problem' })
  await expect(alert).toContainText('2 payment problems need you')
  await expect(alert.getByRole('listitem').first()).toContainText(/^Dispute: answer by .*Jan 12, 2026.*, \$25/)
  await expect(alert).toContainText('dp_1')
  await expect(alert.getByRole('link', { name: 'Open booking' })).toHaveAttribute('href', '/owner?booking=booking-1')
  await expectAccessible(page)

  // One press by mistake loses nothing.
  await alert.getByRole('button', { name: /^Dealt with: Dispute/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('This does not answer the bank')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Not yet' }).click()
  await expect(alert).toContainText('2 payment problems need you')
  await alert.getByRole('button', { name: /^Dealt with: Dispute/ }).click()
  await dialog.getByRole('button', { name: 'Dealt with' }).click()
  await expect(alert).toContainText('1 payment problem needs you')
  await expect(alert).not.toContainText('Dispute')
  await expect(alert.getByRole('listitem')).toBeFocused()

  await page.goto('/owner?tab=money')
  await page.getByRole('button', { name: 'Show payment problems dealt with' }).click()
  await page.getByRole('button', { name: /^Reopen: Dispute/ }).click()
  await expect(alert).toContainText('2 payment problems need you')
  await expect(page.locator(':focus')).toHaveText('Nothing has been dealt with yet.')
})

test('background jobs that were given up are shown and can be tried again', async ({ page }) => {
  const failedAt = '2026-01-05T15:00:00.000Z'
  let jobs: CallReply<typeof listDeadJobs> = [
    { id: '1', name: 'deliver-mail', error: 'connect ECONNREFUSED', failedAt },
    { id: '2', name: 'deliver-sms', error: 'connect ECONNREFUSED', failedAt },
  ]
  await page.route('**/api/dead-jobs', (route) => route.fulfill({ json: jobs }))
  await page.route('**/api/dead-jobs/*/retry', async (route) => {
    const { name } = route.request().postDataJSON()
    expect(route.request().url()).toContain(`/${jobs.find((job) => job.name === name)?.id}/`)
    jobs = jobs.filter((job) => job.name !== name)
    await route.fulfill({ json: { ok: true } })
  })
  await logInAsOwner(page)
  await expect(page.getByText('2 background jobs have failed')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try again: deliver-mail' }).press('Enter')
  await expect(page.getByText('1 background job has failed')).toBeVisible()
  // The focus goes on: to the next one, and from the last to the tab.
  await expect(page.getByRole('listitem').filter({ hasText: 'deliver-sms' })).toBeFocused()
  await page.getByRole('button', { name: 'Try again: deliver-sms' }).press('Enter')
  await expect(page.getByText('1 background job has failed')).toBeHidden()
  await expect(page.getByRole('tabpanel')).toBeFocused()
})

test('a day whose books differ says by how much and where', async ({ page }) => {
  await answerDay(page, { refundedByProvider: '0.00', difference: '-14.50' })
  await openMoney(page)
  await expect(page.getByRole('alert').filter({ hasText: 'The day differs by $14.50' })).toContainText(
    'The provider has kept more than our books say',
  )
  await expect(page.getByRole('row').filter({ hasText: 'pi_differs' })).toContainText('differs by $14.50')
  await expectAccessible(page)

  const asked = page.waitForRequest('**/api/money-desk?date=2026-01-04&*')
  await page.getByLabel(/^Day/).fill('2026-01-04')
  await asked
})

test('a day without the provider’s answer shows our books alone', async ({ page }) => {
  await answerDay(page, { paid: null, refundedByProvider: null, difference: null })
  await openMoney(page)
  await expect(page.getByText('The card provider does not answer')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'pi_differs' })).toContainText('No answer')
  await expectAccessible(page)
})

test('a full day shows a hundred payments, and more when asked', async ({ page }) => {
  let readAt = '2026-01-05T20:04:00.000Z'
  await page.route('**/api/money-desk?*', (route) => {
    const query = new URL(route.request().url()).searchParams
    return route.fulfill({ json: { ...aFullDay(query.get('date')!, Number(query.get('limit'))), readAt } })
  })
  await openMoney(page)
  await expect(page.getByText('The day agrees')).toBeVisible()
  await expect(page.getByText('As of 3:04 PM')).toBeVisible()
  const payments = page.getByRole('table', { name: 'The day’s payments' }).getByRole('rowheader')
  await expect(payments).toHaveCount(100)
  await page.getByRole('button', { name: 'Show more of 1,150' }).click()
  await expect(payments).toHaveCount(200)
  await expect(payments.last()).toContainText('pi_200')

  readAt = '2026-01-05T20:05:00.000Z'
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('As of 3:05 PM')).toBeVisible()
  await expect(payments).toHaveCount(200)
})

test('the money of several days stands by coach, service and day, and can be saved', async ({ page }) => {
  const sums = { payments: 3, paid: '1087.00', refunded: '29.00', disputed: '0.00', kept: '1058.00', fees: '32.42' }
  const report: CallReply<typeof moneyReport> = {
    ...{ zone: 'America/New_York', sums, byDay: [{ name: '2026-01-05', ...sums }] },
    ...{ byService: [{ name: 'Starter Session', ...sums }], byCoach: [{ name: 'VexFlip', ...sums }] },
  }
  await page.route('**/api/money-report?*', (route) => route.fulfill({ json: report }))
  await openMoney(page)
  const several = page.getByRole('region', { name: 'Over several days' })
  await expect(several.getByText('VexFlip')).toBeVisible()
  await expect(several.getByText('Mon, Jan 5')).toBeVisible()
  await expectAccessible(page)
  await several.getByLabel('From').fill('2020-01-01')
  await several.getByLabel('To').fill('2020-01-31')
  const file = page.waitForEvent('download')
  await several.getByRole('button', { name: 'Export CSV' }).click()
  expect((await file).suggestedFilename()).toBe('level-up-money-2020-01-01-to-2020-01-31.csv')
})

test('the owner answers a guarantee claim', async ({ page }) => {
  const another = { ...aClaim, id: '0199f3a2-7c3e-7b1d-8a44-4b1f6e0c9d22', reason: 'It was about another game.' }
  let claims: CallReply<typeof listClaims> = [aClaim, another]
  await page.route('**/api/guarantee-claims', (route) => route.fulfill({ json: claims }))
  await page.route('**/api/guarantee-claims/*/decide', async (route) => {
    expect(route.request().postDataJSON()).toEqual({ decision: 'refunded', reason: 'Sorry!' })
    claims = [another]
    await route.fulfill({ json: { ok: true } })
  })
  await openMoney(page)
  await expect(page.getByText('My coach never came online.')).toBeVisible()
  await expectAccessible(page)
  const claim = page.getByRole('listitem').filter({ hasText: aClaim.reason })
  await expect(claim).toContainText('Rung Climber wants another coach')
  await expect(claim.getByRole('button').first()).toHaveText('Another coach')
  await claim.getByRole('button', { name: /^Refund/ }).click()
  // Something else than was asked for needs a reason.
  const send = page.getByRole('dialog').getByRole('button', { name: `Refund ${basic.shown}` })
  await send.click()
  await expect(page.getByLabel('Why?')).toHaveAccessibleDescription(/^Please say why: the player reads it\./)
  await expect(page.getByLabel('Why?')).toBeFocused()
  await page.getByLabel('Why?').fill('Sorry!')
  await send.click()
  await expect(page.getByText('My coach never came online.')).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: another.reason })).toBeFocused()
})

async function openMoney(page: Page) {
  await logInAsOwner(page)
  await page.goto('/owner?tab=money')
}

const names = { customerName: 'Rung Climber', serviceName: '1-on-1 Basic Session', status: 'booked' }

/** A day of 1,150 payments, all alike, with the first so many rows. */
function aFullDay(date: string, limit: number): CallReply<typeof moneyDesk> {
  const sides = { paid: basic.decimal, refunded: '0.00', disputed: '0.00', refundedByProvider: '0.00' }
  return {
    date,
    zone: 'America/New_York',
    readAt: '2026-01-05T20:04:00.000Z',
    ...sides,
    booked: '33350.00',
    paid: '33350.00',
    difference: '0.00',
    differing: 0,
    rowCount: 1150,
    rows: Array.from({ length: limit }, (_, at) => ({
      ...names,
      orderId: `order-${at + 1}`,
      bookingId: `booking-${at + 1}`,
      paymentId: `pi_${at + 1}`,
      amount: basic.decimal,
      dispute: null,
      ...sides,
    })),
  }
}

/** Answers every day with one payment; `of` says what the provider makes of it. */
async function answerDay(
  page: Page,
  of: Partial<Pick<CallReply<typeof moneyDesk>, 'paid' | 'refundedByProvider' | 'difference'>>,
) {
  const row = {
    amount: basic.decimal,
    paid: basic.decimal,
    refunded: '14.50',
    disputed: '0.00',
    refundedByProvider: '14.50',
    ...of,
  }
  const ids = { orderId: 'order-1', bookingId: 'booking-1', paymentId: 'pi_differs' }
  await page.route('**/api/money-desk?*', (route) => {
    const { amount, paid, refunded, disputed, refundedByProvider } = row
    const date = new URL(route.request().url()).searchParams.get('date')!
    const day: CallReply<typeof moneyDesk> = {
      date,
      zone: 'America/New_York',
      readAt: '2026-01-05T20:04:00.000Z',
      booked: amount,
      paid,
      refunded,
      disputed,
      refundedByProvider,
      difference: of.difference ?? null,
      differing: of.difference === undefined ? null : Number(of.difference !== null),
      rowCount: 1,
      rows: [{ ...ids, ...names, amount, paid, refunded, disputed, dispute: null, refundedByProvider }],
    }
    return route.fulfill({ json: day })
  })
}

const aClaim: CallReply<typeof listClaims>[number] = {
  id: '0199f3a2-7c3e-7b1d-8a44-4b1f6e0c9d21',
  reason: 'My coach never came online.',
  wanted: 'another-coach',
  status: 'open',
  createdAt: '2026-01-06T15:00:00.000Z',
  ground: null,
  booking: {
    id: 'booking-1',
    playerId: null,
    number: 'LU-4KQ2X',
    customerName: 'Rung Climber',
    customerEmail: 'climber@e2e.test',
    customerPhone: null,
    coachName: 'VexFlip',
    serviceId: '1on1-basic',
    serviceName: '1-on-1 Basic Session',
    minutes: 60,
    capacity: 1,
    includes: '',
    owed: null,
    notesSentAt: null,
    notesMissedAt: null,
    sessionDate: '2026-01-05',
    sessionTime: '10:00',
    zone: 'America/New_York',
    startsAt: '2026-01-05T15:00:00.000Z',
    endsAt: '2026-01-05T16:00:00.000Z',
    price: basic.decimal,
    refunded: '0.00',
    refundDue: '0.00',
    dispute: null,
    paymentId: 'pi_1',
    status: 'completed',
    isCalledOff: false,
    createdAt: '2026-01-01T15:00:00.000Z',
  },
}
