import type { BrowserContext } from '@playwright/test'
import { callsTo } from '../../by-call.ts'
import { expect, expectAccessible, signUp, test } from '../../fixtures.ts'
import { becomeCoach, setPublished } from '../../new-coach.ts'

test('a coach’s hours decide what players are offered', async ({ page, baseURL, openSecondPage, expectProblem }) => {
  expectProblem(/status of 409/)
  test.slow()
  const outside = callsTo(baseURL!)
  const coach = await becomeCoach(page, outside)
  await page.goto('/coach-dashboard?section=agenda')
  // True for a profile that is new and for one that was taken off the site.
  await expect(page.getByText('Your profile is not published', { exact: true })).toBeVisible()
  await expect(page.getByText('sessions that are booked stay booked')).toBeVisible()
  await expect(page.getByText('Nothing coming up')).toBeVisible()
  await expectAccessible(page)
  await setPublished(page, outside, coach, true)
  try {
    await page.getByRole('link', { name: 'Check your hours' }).click()
    await page.getByLabel('Monday from').selectOption('1:00 PM')
    await page.getByLabel('Monday to').selectOption('12:00 PM')
    await page.getByRole('button', { name: 'Save hours' }).click()
    await expect(page.getByRole('tabpanel').getByText('Closing must come after opening.')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Monday from').selectOption('10:00 AM')
    await page.getByRole('button', { name: 'Every day as Monday' }).click()
    // What is changed survives another section and a reload.
    await page.getByRole('tab', { name: 'Profile' }).click()
    await page.reload()
    await page.getByRole('tab', { name: 'Availability' }).click()
    await page.getByRole('button', { name: 'Save hours' }).click()
    await expect(page.getByText('Sunday: 10:00 AM to 12:00 PM (was 9:00 AM to 10:00 PM)')).toBeVisible()
    await expectAccessible(page)

    const player = await openSecondPage()
    const { token, name } = await signUp(player)
    await player.goto(`/coaches/${coach.slug}`)
    await expect(player.getByRole('button', { name: /2 free$/ })).toHaveCount(14)
    await outside.book(token, coach.name)

    await page.getByRole('button', { name: /^Remove Monday/ }).click()
    await expect(page.getByRole('heading', { name: 'Monday' })).toBeFocused()
    await page.getByRole('button', { name: 'Every day as Monday' }).click()
    await page.getByRole('button', { name: 'Save hours' }).click()
    await expect(page.getByText('1 booked session is outside')).toBeVisible()
    await player.reload()
    await expect(player.getByRole('button', { name: /Closed$/ })).toHaveCount(14)
    await page.getByRole('button', { name: `Chat with ${name}` }).click()
    await expect(page.getByRole('region', { name: `Chat with ${name}` })).toBeVisible()

    // One day that differs.
    await page.getByRole('tab', { name: 'Availability' }).click()
    await page.getByRole('button', { name: 'Add a day' }).click()
    await page.getByRole('button', { name: 'Save hours' }).click()
    await expect(page.getByRole('tabpanel').getByText('Must be a date such as 2026-01-05')).toBeVisible()
    const inThreeDays = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('Day', { exact: true }).fill(inThreeDays)
    await page.getByLabel(`Hours on ${inThreeDays}`).selectOption('Other hours')
    // At the page's end the bar with the buttons covers nothing.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save hours' }).click()
    await expect(page.getByText(/9:00 AM to 12:00 PM \(was hours of the week\)/)).toBeVisible()
    await player.reload()
    await expect(player.getByRole('button', { name: /[23] free$/ })).toHaveCount(1)

    // Nobody books their own hours.
    await page.goto(`/coaches/${coach.slug}`)
    const own = page.getByText('These are your own hours, so you cannot book them.')
    await expect(own).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Book Session' }).click()
    await expect(
      page
        .getByRole('dialog')
        .getByRole('status')
        .getByText(await own.innerText()),
    ).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('link', { name: 'Open my hours' }).click()
    await expect(page).toHaveURL('/coach-dashboard?section=availability')
  } finally {
    await setPublished(page, outside, coach, false)
  }
})

test('hours changed while others are being saved stay, to be saved next', async ({ page, baseURL }) => {
  await becomeCoach(page, callsTo(baseURL!))
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/coach/availability', async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue()
  })
  await page.goto('/coach-dashboard?section=availability')
  await page.getByLabel('Sunday from').selectOption('9:30 AM')
  await page.getByRole('button', { name: 'Save hours' }).click()
  await page.getByLabel('Sunday to').selectOption('7:30 PM')
  letGo()
  await expect(page.getByText('Sunday: 9:30 AM to 10:00 PM (was 9:00 AM to 10:00 PM)')).toBeVisible()
  await page.getByRole('button', { name: 'Save hours' }).click()
  await expect(page.getByText('Sunday: 9:30 AM to 7:30 PM (was 9:30 AM to 10:00 PM)')).toBeVisible()
  await expect(page.getByText('Not saved yet')).toHaveCount(0)
})

test('hours discarded here do not come back over hours saved elsewhere', async ({ page, baseURL, context }) => {
  await becomeCoach(page, callsTo(baseURL!))
  await page.goto('/coach-dashboard?section=availability')
  const guess = page.getByText('Are these hours right?')
  await expect(guess).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'These hours are right, I accept both' }).click()
  await expect(page.getByText('Hours confirmed, rules accepted', { exact: true })).toBeVisible()
  await expect(guess).toHaveCount(0)
  await page.getByLabel('Sunday from').selectOption('9:30 AM')
  await page.getByRole('button', { name: 'Discard' }).click()
  await saveSundayElsewhere(context)
  await page.reload()
  await expect(page.getByLabel('Sunday from').getByRole('option', { selected: true })).toHaveText('11:00 AM')
  await expect(page.getByText('Not saved yet')).toHaveCount(0)
})

for (const { press, sunday } of [
  { press: 'Keep both', sunday: '11:00 AM' },
  { press: 'Keep only mine', sunday: '9:00 AM' },
])
  test(`hours saved on another device meanwhile are not undone unasked: ${press}`, async ({
    page,
    baseURL,
    context,
    expectProblem,
  }) => {
    expectProblem(/status of 409/)
    await becomeCoach(page, callsTo(baseURL!))
    await page.goto('/coach-dashboard?section=availability')
    await page.getByLabel('Saturday from').selectOption('9:30 AM')
    await saveSundayElsewhere(context)

    await page.getByRole('button', { name: 'Save hours' }).click()
    const notice = page.getByText(
      /^Not saved yet: your hours changed on another device at .*: Sunday: 11:00 AM to 10:00 PM/,
    )
    await expect(notice).toBeVisible()
    await expectAccessible(page)
    // What was chosen is still there, also after a reload.
    await page.reload()
    await expect(notice).toBeVisible()
    await page.getByRole('button', { name: press }).click()
    await expect(page.getByText('Hours saved: players are offered them from now on')).toBeVisible()
    await page.reload()
    const chosen = (day: string) => page.getByLabel(`${day} from`).getByRole('option', { selected: true })
    await expect(chosen('Saturday')).toHaveText('9:30 AM')
    await expect(chosen('Sunday')).toHaveText(sunday)
  })

async function saveSundayElsewhere(context: BrowserContext) {
  const elsewhere = await context.newPage()
  await elsewhere.goto('/coach-dashboard?section=availability')
  await elsewhere.getByLabel('Sunday from').selectOption('11:00 AM')
  await elsewhere.getByRole('button', { name: 'Save hours' }).click()
  await expect(elsewhere.getByText(/^Sunday: 11:00 AM/)).toBeVisible()
  await elsewhere.close()
}
