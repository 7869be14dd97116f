import { startFreshApp } from '../../support/fresh-app.ts'
import { basic } from '../../support/prices.ts'
import { callsTo } from '../by-call.ts'
import { test as base, expect, expectAccessible, signUp } from '../fixtures.ts'

/** An app of the test's own that counts what comes from one network. */
const test = base.extend({
  baseURL: async ({ browserName: _ }, use) => {
    const app = await startFreshApp({ RATE_LIMITS: 'on' })
    await use(app.url)
    await app.stop()
  },
})
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

type Free = { days: { hours: { date: string; time: string; state: string }[] }[] }

test('a newcomer whose network holds many hours of a coach reads why, when one gets free, and which other hours and coaches there are', async ({
  page,
  baseURL,
  expectProblem,
}) => {
  expectProblem(/status of 429/)
  const outside = callsTo(baseURL!)
  const [coach] = (await outside.call<{ id: string; name: string }[]>('GET', '/api/coaches')).filter(
    ({ name }) => name === 'VexFlip',
  )
  const path = `/api/free-hours?serviceId=1on1-basic&coachId=${coach!.id}`
  const free = (await outside.call<Free>('GET', path)).days.flatMap(({ hours }) =>
    hours.filter(({ state }) => state === 'free'),
  )
  const holdOne = async ({ date, time }: (typeof free)[number]) => {
    const { token } = await outside.signUp()
    const metadata = { coachId: coach!.id, serviceId: '1on1-basic', selectedDate: date, selectedTime: time }
    return outside.call('POST', '/api/create-payment-intent', token, { amount: basic.decimal, metadata })
  }
  const holdAll = async () => {
    for (const hour of free) await holdOne(hour)
  }
  await expect(holdAll()).rejects.toThrow('429')

  await signUp(page)
  await page.goto('/coaches/vexflip')
  await page
    .getByRole('button', { name: /^Book \d+:00/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /1-on-1 Basic/ }).check()
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  const refusal = dialog.getByRole('alert')
  await expect(refusal).toContainText(
    /^Your network \(school, dorm, mobile\?\) holds several unpaid hours of VexFlip\. One gets free in [45] min; others are open now\./,
  )
  await expect(refusal).toBeInViewport()
  await expectAccessible(page)
  const nearest = refusal.getByRole('button')
  await expect(nearest).toHaveCount(3)
  const when = (await nearest.first().textContent())!
  await nearest.first().click()
  await expect(dialog.getByRole('status')).toContainText(when.replace(',', ', ').split(', ').at(-1)!)

  await refusal.getByRole('link', { name: 'Other coaches' }).click()
  await expect(page).toHaveURL(/\/coaches$/)
})
