import type { freeHours } from '#src/features/bookings/hours-contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { callsTo } from '../../by-call.ts'
import { expect, signUp, test } from '../../fixtures.ts'
import { beginSession } from '../../hold-session.ts'
import { aCoachOfOwn } from '../../own-coach.ts'

test.skip(!process.env.E2E_DATA_DIR, 'a session must have begun, which takes the database of an app of our own')

test('a player who looks at My Sessions is told what their coach does meanwhile, and where it stands', async ({
  page,
  baseURL,
}) => {
  const outside = callsTo(baseURL!)
  const { token } = await signUp(page)
  const [here, later] = [await aCoachOfOwn(baseURL!), await aCoachOfOwn(baseURL!)]
  const begun = await outside.book(token, here.coachId)
  await beginSession(begun, -20)
  const ahead = await outside.book(token, later.coachId)
  await page.goto('/sessions')
  const looksAgain = () => page.evaluate(() => dispatchEvent(new Event('visibilitychange')))

  await expect(page.getByRole('button', { name: 'I am here' })).toBeVisible()
  await outside.call('POST', `/api/bookings/${begun}/statements`, here.token, { says: 'could-not-play' })
  await looksAgain()
  await expect(page.getByText(`${here.name} says something about your session`, { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Is it so?' })).toBeVisible()

  const address = `/api/free-hours?serviceId=1on1-basic&coachId=${later.coachId}&moving=${ahead}`
  const free = await outside.call<CallReply<typeof freeHours>>('GET', address, later.token)
  const { date, time } = free.days.flatMap(({ hours }) => hours).find(({ state }) => state === 'free')!
  const body = { selectedDate: date, selectedTime: time }
  await outside.call('POST', `/api/bookings/${ahead}/proposal`, later.token, body)
  await looksAgain()
  await expect(page.getByText(`${later.name} proposes another hour`, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take this hour' })).toBeVisible()
})
