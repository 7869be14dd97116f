import { basic } from '../../../support/prices.ts'
import { callsTo } from '../../by-call.ts'
import { expect, expectAccessible, signUp, test } from '../../fixtures.ts'
import { aCoachOfOwn } from '../../own-coach.ts'

test('a player reports a coach from the chat, and blocks them knowing what follows', async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const coach = await aCoachOfOwn(baseURL!)
  const player = await signUp(page, 'Careful')
  await outside.book(player.token, coach.coachId)

  await page.goto('/sessions')
  await page
    .getByRole('button', { name: /^Chat about/ })
    .first()
    .click()
  const chat = page.getByRole('dialog', { name: `Chat with ${coach.name}` })
  const opener = chat.getByRole('button', { name: /^Report or block/ })
  await opener.click()
  const start = page.getByRole('dialog', { name: 'Report or block' })
  await start.getByRole('button', { name: 'Report a problem' }).press('Enter')
  const report = page.getByRole('dialog', { name: 'Report a problem' })
  await expect(report).toContainText(`the last 50 messages of your chat. ${coach.name} is not told.`)
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(report.getByRole('alert')).toHaveText('Please choose what it is.')
  await expectAccessible(page)
  await report.getByRole('radio', { name: 'Asked to pay or play outside Level Up' }).check()
  await report.getByLabel('In your words').fill('They asked for cash.')
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Reported', { exact: true })).toBeVisible()
  await expect(opener).toBeFocused()

  await opener.press('Enter')
  await expect(start).toContainText('You reported: Asked to pay or play outside Level Up')
  await expect(start).toContainText('Our team reads it, and writes to you.')
  await expectAccessible(page)
  await start.getByRole('button', { name: 'What follows?' }).click()
  const block = page.getByRole('dialog', { name: `Block ${coach.name}?` })
  await expect(block).toContainText('1 session ahead of you two is cancelled.')
  await expect(block).toContainText(new RegExp(`You get (all \\${basic.shown}|\\$[\\d.]+ of \\${basic.shown}) back`))
  await expectAccessible(page)
  await block.getByRole('button', { name: 'Block, cancel 1 session' }).press('Enter')
  await expect(page.getByText(`You blocked ${coach.name}`, { exact: true })).toBeVisible()

  await expect(chat).toContainText('You two are no longer in touch: one of you blocked the other.')
  await expect(chat.getByRole('textbox')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Nothing coming up.')).toBeVisible()
})

test('after a hand-over player and former coach can still report each other', async ({
  page,
  baseURL,
  openSecondPage,
  expectProblem,
}) => {
  test.skip(!process.env.E2E_DATA_DIR, 'it wants coaches whom nobody else books')
  const outside = callsTo(baseURL!)
  const [former, next] = [await aCoachOfOwn(baseURL!), await aCoachOfOwn(baseURL!)]
  const player = await signUp(page, 'Careful')
  const bookingId = await outside.book(player.token, former.coachId)
  const mine = await outside.call<{ id: string; startsAt: string }[]>('GET', '/api/bookings/mine', player.token)
  const startsAt = mine.find(({ id }) => id === bookingId)!.startsAt
  const owner = await outside.logIn('owner@demo.test')
  await outside.call('POST', `/api/bookings/${bookingId}/hand-over`, owner, { coachId: next.coachId, startsAt })

  await page.goto('/sessions')
  await page.getByRole('button', { name: `Report or block: 1-on-1 Basic Session with ${next.name}` }).click()
  const start = page.getByRole('dialog', { name: 'Report or block' })
  await start.getByRole('radio', { name: former.name }).check()
  await expect(start).toContainText(`About ${former.name}`)
  await expectAccessible(page)
  await start.getByRole('button', { name: 'Report a problem' }).click()
  const report = page.getByRole('dialog', { name: 'Report a problem' })
  await expect(report).toContainText(`${former.name} is not told.`)
  await report.getByRole('radio', { name: 'Rude or threatening' }).check()
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Reported', { exact: true })).toBeVisible()

  expectProblem(/404/)
  const theirs = await openSecondPage()
  await theirs.goto(`/login?next=/sessions/${bookingId}`)
  await theirs.getByLabel('Email').fill(former.email)
  await theirs.getByLabel('Password', { exact: true }).fill(former.password)
  await theirs.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(theirs.getByRole('heading', { name: 'This session was handed to another coach' })).toBeVisible()
  await theirs.getByRole('button', { name: /^Report or block/ }).click()
  const safety = theirs.getByRole('dialog', { name: 'Report or block' })
  await expect(safety).toContainText(`About ${player.name}`)
  await expect(safety).not.toContainText('You reported')
})
