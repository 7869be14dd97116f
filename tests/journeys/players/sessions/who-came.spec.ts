import { letters } from '#tests/support/letters.ts'
import { logInAsOwner } from '../../book.ts'
import { callsTo } from '../../by-call.ts'
import { expect, expectAccessible, logIn, signUp, test } from '../../fixtures.ts'
import { beginSession } from '../../hold-session.ts'
import { aCoachOfOwn } from '../../own-coach.ts'

test.skip(!process.env.E2E_DATA_DIR, 'a session must have begun, which takes the database of an app of our own')

test('a player says that the coach is not here, the coach that they met: our team decides, and both read why', async ({
  page,
  baseURL,
  openSecondPage,
}) => {
  const outside = callsTo(baseURL!)
  const { token, name } = await signUp(page, `Waiter ${letters()}`)
  const own = await aCoachOfOwn(baseURL!)
  const bookingId = await outside.book(token, own.coachId)
  await beginSession(bookingId, -20)
  await page.goto('/sessions')
  await page.getByRole('button', { name: /^Something went wrong\?/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Say so' }).click()
  await expect(dialog.getByText('Please choose what happened.')).toBeVisible()
  await dialog.getByRole('radio', { name: `${own.name} is not here` }).check()
  await expect(dialog.getByText(`${own.name} hears it at once and can answer.`)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Say so' }).click()
  const card = page.getByRole('region', { name: `Waiting for ${own.name}` })
  await expect(card).toContainText(`You said that ${own.name} did not come.`)
  await expect(card).toContainText(`${own.name} can answer until`)
  await expectAccessible(page)

  const coach = await openSecondPage()
  await logIn(coach, own.email, '/coach-dashboard', own.password)
  await expect(coach.getByText(`${name} says that you did not come.`)).toBeVisible()
  await expectAccessible(coach)
  await coach.getByRole('button', { name: `That is not so: 1-on-1 Basic Session with ${name}` }).click()
  const no = coach.getByRole('dialog', { name: 'That is not so' })
  await no.getByRole('button', { name: 'Send answer' }).click()
  await expect(no.getByText('Please say in a sentence what happened: our team reads it.')).toBeVisible()
  await no.getByLabel('What happened, in one sentence?').fill('We played for 40 minutes.')
  await expectAccessible(coach)
  await no.getByRole('button', { name: 'Send answer' }).click()
  await expect(coach.getByText('You answered: that is not so.').first()).toBeVisible()

  const owner = await openSecondPage()
  await logInAsOwner(owner)
  const evidence = owner
    .getByRole('listitem')
    .filter({ hasText: `${name} says that ${own.name} did not come.` })
    .first()
  await expect(evidence).toContainText('Answered: that is not so')
  await expect(evidence).toContainText('“We played for 40 minutes.”')
  await expectAccessible(owner)
  await owner.getByRole('button', { name: `It was held: session of ${name}` }).click()
  const decide = owner.getByRole('dialog')
  await decide.getByRole('button', { name: 'Decide' }).click()
  await expect(decide.getByText('Please say why: both read it.')).toBeVisible()
  await decide.getByLabel('Why?').fill('The call took 40 minutes.')
  await expectAccessible(owner)
  await decide.getByRole('button', { name: 'Decide' }).click()
  await expect(owner.getByText('Decided', { exact: true })).toBeVisible()

  await page.reload()
  await expect(page.getByText('It counts as held. Nothing changes.')).toBeVisible()
  await expect(page.getByText('Our team: The call took 40 minutes.')).toBeVisible()
})
