import { startFreshApp } from '../../support/fresh-app.ts'
import { basic } from '../../support/prices.ts'
import { proceed } from '../book.ts'
import { callsTo } from '../by-call.ts'
import { test as base, expect, expectAccessible, signUp } from '../fixtures.ts'
import { mailedCode } from '../mailed-code.ts'

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

test('a newcomer whose network holds many hours of a coach reads why, when it goes on, and goes on with a verified e-mail', async ({
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

  const { email } = await signUp(page)
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
    /^Your network is holding as many unpaid hours of a coach as one network may\. Verify your e-mail to go on at once, or try again in 1[45] minutes\./,
  )
  await expect(refusal).toBeInViewport()
  await expectAccessible(page)
  const nearest = refusal.getByRole('button')
  await expect(nearest).toHaveCount(3)
  const when = (await nearest.first().textContent())!
  await nearest.first().click()
  await expect(dialog.getByRole('status')).toContainText(when.replace(',', ', ').split(', ').at(-1)!)

  const opening = page.waitForEvent('popup')
  await refusal.getByRole('link', { name: 'Verify my e-mail' }).click()
  const account = await opening
  await account.getByRole('button', { name: 'I have a code' }).click()
  await account.getByLabel('Code', { exact: true }).fill(await mailedCode(account, email, /verif|confirm/i))
  await account.getByRole('button', { name: 'Verify e-mail' }).click()
  await expect(account.getByText('Verified', { exact: true })).toBeVisible()
  await account.close()
  await proceed(page)
})
