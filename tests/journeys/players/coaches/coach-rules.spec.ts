import type { freeHours } from '#src/features/bookings/hours-contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { payByCard } from '../../../support/pay.ts'
import { basic } from '../../../support/prices.ts'
import { callsTo } from '../../by-call.ts'
import { expect, expectAccessible, logIn, test } from '../../fixtures.ts'
import { aCoachOfOwn } from '../../own-coach.ts'

test('a coach wants a pause and a holiday, and players see these hours no more', async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const coach = await aCoachOfOwn(baseURL!)
  const offered = async () => {
    const query = `serviceId=1on1-basic&coachId=${coach.coachId}`
    const { days } = await outside.call<CallReply<typeof freeHours>>('GET', `/api/free-hours?${query}`)
    return days.map(({ date, hours }) => ({
      date,
      free: hours.filter(({ state }) => state === 'free').map(({ time }) => time),
    }))
  }
  const player = await outside.signUp('Rimshot')
  const [, , booked, , first, last] = (await offered()).map(({ date }) => date) as [string, ...string[]]
  const metadata = { serviceId: '1on1-basic', coachId: coach.coachId, selectedDate: booked, selectedTime: '13:00' }
  const asked = { amount: basic.decimal, metadata }
  type Intent = { paymentIntentId: string; clientSecret: string }
  const intent = await outside.call<Intent>('POST', '/api/create-payment-intent', player.token, asked)
  await payByCard(baseURL!, intent)
  await outside.call('POST', '/api/booking-confirmation', player.token, { paymentIntentId: intent.paymentIntentId })

  const { email, password } = coach
  await logIn(page, email, '/coach-dashboard?section=availability', password)
  await page.getByLabel('Pause between sessions').selectOption('30 minutes')
  await page.getByLabel('Most sessions a day').selectOption('8 a day')
  await page.getByRole('button', { name: 'Add a day' }).click()
  await page.getByLabel('Day', { exact: true }).fill(first!)
  await page.getByLabel('Last day').fill(booked!)
  await page.getByRole('button', { name: 'Save hours' }).click()
  await expect(page.getByRole('tabpanel').getByText('The last day must not come before the first.')).toBeVisible()
  await page.getByLabel('Day', { exact: true }).fill(booked!)
  await page.getByLabel('Last day').fill(last!)
  await page.getByRole('button', { name: 'Save hours' }).click()
  await expect(page.getByText('Pause between sessions: 30 minutes (was No pause)')).toBeVisible()
  await expect(page.getByText('1 booked session is outside')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Chat with Rimshot' })).toBeVisible()
  await expectAccessible(page)
  // The last evening is tomorrow already on the coach's clock.
  const away = (await offered()).filter(({ date }) => booked! <= date && date < last!)
  expect(away.map(({ free }) => free.length)).toEqual([0, 0, 0])

  // Back from the holiday: an hour is kept free on both sides of the session.
  await page.getByRole('button', { name: `Remove ${booked}` }).click()
  await expect(page.getByRole('heading', { name: 'Days that differ' })).toBeFocused()
  await page.getByRole('button', { name: 'Save hours' }).click()
  await expect(page.getByText(/: hours of the week \(was Day off until /)).toBeVisible()
  const { free } = (await offered()).find(({ date }) => date === booked)!
  expect(free).not.toContain('12:00')
  expect(free).not.toContain('14:00')
  expect(free).toEqual(expect.arrayContaining(['11:00', '15:00']))
})
