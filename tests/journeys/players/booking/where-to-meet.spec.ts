import { letters } from '#tests/support/letters.ts'
import { callsTo } from '../../by-call.ts'
import { expect, expectAccessible, logIn, signUp, test } from '../../fixtures.ts'
import { beginSession } from '../../hold-session.ts'

/** Of the demo; `coach@demo.test` coaches as this one. */
const coach = { name: 'VexFlip', discord: 'vexflip' }

test('after paying a player reads where to meet, says how to be found, and the coach sees it', async ({
  page,
  openSecondPage,
  baseURL,
}) => {
  const name = `Rim ${letters()}`
  const { token } = await signUp(page, name)
  const outside = callsTo(baseURL!)
  await outside.book(token, coach.name)
  await page.goto(`/payment-success?payment_intent=${await outside.pay(token, coach.name)}`)

  const join = page.getByRole('listitem').filter({ hasText: '3. Join your coach on Discord' })
  await expect(join).toContainText(`Add ${coach.discord} on Discord today. ${coach.name} calls you there on`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await join.getByRole('button', { name: 'Copy name' }).click()
  await expect(page.getByText('Name copied', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(coach.discord)
  await expect(join.getByRole('link', { name: 'Open Discord' })).toHaveAttribute('href', /^https:\/\/discord\.com\//)

  await page.getByRole('link', { name: 'See your session' }).click()
  const add = page.getByRole('link', { name: 'Add your Discord name' })
  await expect(add).toBeVisible()
  await page.goBack()

  const ask = page.getByRole('region', { name: `How does ${coach.name} find you?` })
  await ask.getByLabel('Discord name').fill('rim.shot')
  // One button saves both: nothing typed is dropped, also not what stands above a mistake.
  const intake = page.getByRole('region', { name: `What should ${coach.name} work on with you?` })
  await intake.getByLabel('Replays and clips').fill('my replay')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(intake.getByText('Please enter a whole address that begins with https://')).toBeVisible()
  await intake.getByLabel('Replays and clips').fill('https://clips.example.com/kickoff')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Saved: ${coach.name} sees it now.`, { exact: true })).toBeVisible()
  await expect(intake).toContainText('clips.example.com/kickoff')
  await expect(ask).toContainText('As rim.shot on Discord.')
  await expect(ask.getByRole('heading')).toBeFocused()
  // Asked once: a player who comes back is only reminded of it.
  await page.reload()
  await expect(ask).toContainText('As rim.shot on Discord.')

  await page.goto('/sessions')
  await expect(page.getByText(`Discord: ${coach.discord}`, { exact: true })).toHaveCount(2)
  await expect(add).toHaveCount(0)
  await expectAccessible(page)

  const coachsPage = await openSecondPage()
  await logIn(coachsPage, 'coach@demo.test', '/coach-dashboard')
  await coachsPage.goto('/coach-dashboard?section=agenda')
  const words = `${name} on Discord: rim.shot. Lives on New York time.`
  await expect(coachsPage.getByRole('listitem').filter({ hasText: words })).toHaveCount(2)
  await expectAccessible(coachsPage)

  await page.goto('/account')
  const section = page.getByRole('region', { name: 'How your coach finds you' })
  await expect(section.getByLabel('Discord name')).toHaveValue('rim.shot')
  await section.getByLabel('Discord name').fill('rim.shot.2')
  await section.getByLabel('Rank in Rocket League').fill('Diamond II')
  await section.getByLabel('What should we work on?').fill('Kickoffs')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved: your coaches see it now.', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await coachsPage.reload()
  const changed = `${name} on Discord: rim.shot.2. Plays Diamond II in Rocket League. Lives on New York time. Wants to fix: Kickoffs.`
  await expect(coachsPage.getByRole('listitem').filter({ hasText: changed })).toHaveCount(2)
})

test('a player who was asked once and said nothing is only shown where to say it', async ({ page, baseURL }) => {
  const { token } = await signUp(page)
  const outside = callsTo(baseURL!)
  const ask = page.getByRole('region', { name: `How does ${coach.name} find you?` })
  await page.goto(`/payment-success?payment_intent=${await outside.pay(token, coach.name)}`)
  await expect(ask.getByLabel('Discord name')).toBeVisible()
  await page.reload()
  await expect(ask.getByLabel('Discord name')).toBeVisible()
  await page.goto(`/payment-success?payment_intent=${await outside.pay(token, coach.name)}`)
  await page.getByRole('link', { name: 'Tell your coach how to find you' }).click()
  await expect(page).toHaveURL('/account')
  await expect(ask).toHaveCount(0)
  // Of several sessions ahead the next one says so.
  await page.goto('/sessions')
  await page.getByRole('link', { name: 'Add your Discord name' }).click()
  await expect(page).toHaveURL('/account')
})

test('a player says what to fix, then both join, press that they are here and see each other, by keyboard too', async ({
  page,
  openSecondPage,
  baseURL,
}) => {
  const name = `Joe ${letters()}`
  const { token } = await signUp(page, name)
  const outside = callsTo(baseURL!)
  await page.goto(`/payment-success?payment_intent=${await outside.pay(token, coach.name)}`)
  const ask = page.getByRole('region', { name: `What should ${coach.name} work on with you?` })
  await ask.getByLabel('Your rank now').fill('Diamond II')
  await ask.getByLabel('Replays and clips').fill('https://clips.example.com/kickoff')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Saved: ${coach.name} sees it now.`, { exact: true })).toBeVisible()
  await expect(ask).toContainText('Your coach sees:')
  await expectAccessible(page)

  // What was said stands in the dialog of My Sessions, to be changed.
  await page.goto('/sessions')
  const next = page.getByRole('article').filter({ hasText: 'Starts in' })
  await next.getByRole('button', { name: /^Prepare/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Prepare your session' })
  await expect(dialog.getByLabel('Your rank now')).toHaveValue('Diamond II')
  await expectAccessible(page)
  await dialog.getByLabel('What holds you back?').fill('I whiff aerials.')
  await dialog.getByLabel('What do you want to reach?').fill('Champion')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(next).toContainText('Held back by: I whiff aerials.')

  const [session] = await outside.call<{ id: string }[]>('GET', '/api/bookings/mine', token)
  await beginSession(session!.id, 40)
  const coachsPage = await openSecondPage()
  await logIn(coachsPage, 'coach@demo.test', '/coach-dashboard')
  await coachsPage.goto('/coach-dashboard?section=agenda')
  const row = coachsPage.getByRole('listitem').filter({ hasText: `${name} says:` })
  await expect(row).toContainText(/You can join here from .*\(New York\)/)
  await beginSession(session!.id, 10)
  await coachsPage.goto('/coach-dashboard')
  await coachsPage.getByRole('link', { name: 'Join in the agenda' }).click()
  await expect(row).toContainText('Goal: Champion')
  await expect(row.getByRole('link', { name: 'clips.example.com/kickoff' })).toHaveAttribute('rel', /nofollow/)
  await row.getByRole('checkbox', { name: `Replays of ${name} watched` }).click()
  await expect(row).toContainText('Replays watched')
  await row.getByRole('button', { name: /^Chat/ }).click()
  await coachsPage.getByText(`${name} says: Diamond II, Champion`).click()
  await expect(coachsPage.getByText('Held back by: I whiff aerials.')).toBeVisible()
  await expectAccessible(coachsPage)

  await page.goto('/')
  await page.getByRole('link', { name: 'Join', exact: true }).click()
  const join = page.getByRole('region', { name: `Join: 1-on-1 Basic Session with ${coach.name}` })
  await expect(join).toContainText(`${coach.name} on Discord: ${coach.discord}`)
  await expect(join.getByRole('link', { name: 'Open Discord' })).toBeVisible()
  await expectAccessible(page)
  await join.getByRole('button', { name: 'I am here' }).press('Enter')
  await expect(join.getByText(/You have been here since .* \(New York\)/)).toBeFocused()
  await expect(join.getByRole('status')).toHaveText(`Waiting for ${coach.name}. They see that you are here.`)

  await coachsPage.goto('/coach-dashboard?section=agenda')
  const coachs = coachsPage.getByRole('region', { name: `Join: 1-on-1 Basic Session with ${name}` })
  await expect(coachs.getByRole('status')).toContainText(`${name} has been here since`)
  await expectAccessible(coachsPage)
  await coachs.getByRole('button', { name: 'I am here' }).click()
  await expect(coachs).toContainText('You have been here since')
  // Nobody has to load anything again.
  await expect(join.getByRole('status')).toContainText(`${coach.name} has been here since`)

  await beginSession(session!.id, -70)
  await page.goto('/sessions')
  await expect(page.getByRole('region', { name: 'Past and cancelled' })).toContainText('1-on-1 Basic Session')
  await expect(join).toHaveCount(0)
})
