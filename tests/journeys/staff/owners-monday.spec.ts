import { letters } from '#tests/support/letters.ts'
import { basic } from '../../support/prices.ts'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { holdSession } from '../hold-session.ts'
import { aCoachOfOwn } from '../own-coach.ts'
import { change, inThreePresses, signUpAdmin } from '../staff.ts'

test.skip(
  !process.env.E2E_DATA_DIR,
  'what waits must have waited longest, which takes the database of an app of our own',
)

test('an owner’s Monday: each thing that waits is done in three presses from Today', async ({ page, baseURL }) => {
  test.slow()
  const outside = callsTo(baseURL!)
  const tag = `Monday${letters()}`
  const [player, coach] = [await outside.signUp(tag), await aCoachOfOwn(baseURL!)]
  const bookingId = await outside.book(player.token, 'VexFlip')
  await holdSession(bookingId)
  await outside.call('POST', `/api/bookings/${bookingId}/complete`, await outside.logIn('coach@demo.test'), {})
  const review = `${tag} learned a lot.`
  await outside.call('POST', '/api/ratings', player.token, { bookingId, rating: 5, review })
  const claim = { wanted: 'refunded', reason: `${tag} heard nothing new.` }
  await outside.call('POST', `/api/bookings/${bookingId}/claim-guarantee`, player.token, claim)
  const inquiry = { name: tag, email: player.email, game: 'both', message: 'Do you coach at six?' }
  await outside.call('POST', '/api/contacts', player.token, inquiry)
  await outside.call('POST', '/api/coach-applications', player.token, {
    ...{ applicantName: tag, applicantEmail: player.email, gameExpertise: 'fortnite', currentRank: 'Unreal' },
    ...{ coachingExperience: 'My club.', whyCoach: 'I like it.', availability: 'Evenings' },
  })
  const disputer = await outside.signUp(`${tag}Two`)
  const disputed = await outside.pay(disputer.token, 'VexFlip')
  type Confirmed = { booking: { id: string } }
  const confirmation = { paymentIntentId: disputed }
  const { booking } = await outside.call<Confirmed>('POST', '/api/booking-confirmation', disputer.token, confirmation)
  // Gets its number at the first look, else within a minute.
  await outside.call('GET', `/api/bookings/${booking.id}/receipt`, disputer.token)
  await page.request.post(`/dev/sandbox/payments/${disputed}/dispute`)

  const owner = await signUpAdmin(page, `${tag}Owner`, { isOwner: true })
  // The bank's evidence grows for a moment: what came since the owner read it would have to be read first.
  await expect(async () => {
    type Problem = { id: string; text: string }
    const problems = await outside.call<Problem[]>('GET', '/api/payment-problems', owner.token)
    const { id } = problems.find(({ text }) => text.includes(disputer.name))!
    const evidence = JSON.stringify(await outside.call('GET', `/api/payment-problems/${id}/evidence`, owner.token))
    for (const part of [/Receipt \d/, /paid with /, /was mailed to the customer/]) expect(evidence).toMatch(part)
  }).toPass()
  // Today shows five of a kind: these have waited longest, or have the least time left.
  const old = `now() - interval '40 days'`
  for (const statement of [
    `update contacts set created_at = ${old} where email = $1`,
    `update coach_applications set created_at = ${old} where applicant_email = $1`,
    `update guarantee_claims set created_at = ${old} from bookings where bookings.id = booking_id and customer_email = $1`,
    `insert into payment_problems (id, subject, kind, text, created_at)
      select gen_random_uuid(), 'refund:' || id, 'refund-failed', '$5 could not be sent back to ' || name || '.', ${old}
      from users where email = $1`,
  ])
    await change(statement, player.email)
  await change(
    `update disputes set due_by = now() + interval '1 hour' from orders where orders.id = order_id and contact_email = $1`,
    disputer.email,
  )
  await change(
    `update coaches set is_active = false, hours_confirmed_at = ${old} from users where users.id = user_id and email = $1`,
    coach.email,
  )

  const line = (kind: RegExp, words: string) =>
    page.getByRole('region', { name: kind }).getByRole('link', { name: new RegExp(words) })
  const mailed = (to: string, subject: string) =>
    expect(async () => {
      const sent = await (await page.request.get('/dev/outbox.json')).json()
      expect(sent).toContainEqual(expect.objectContaining({ to, subject: expect.stringContaining(subject) }))
    }).toPass()
  const dialog = page.getByRole('dialog')
  const said = (title: string) => expect(page.getByText(title, { exact: true }).first()).toBeVisible()
  const problem = (name: string) => page.getByRole('alert').getByRole('listitem').filter({ hasText: name })

  await inThreePresses(page, 'an inquiry is answered', async (press) => {
    await expectAccessible(page)
    await press(line(/inquir/, tag))
    const thread = page.getByRole('region', { name: `Messages with ${tag}` })
    await expect(thread).toContainText('Waits for us')
    await thread.getByLabel('Your message').fill('On Sundays, yes.')
    await press(thread.getByRole('button', { name: 'Send Answer' }))
    await said('Answer sent')
    await expect(thread).toContainText('Waits for them')
    await expectAccessible(page)
  })
  await mailed(player.email, 'Our answer to your message')

  await inThreePresses(page, 'an application is decided', async (press) => {
    await press(line(/application/, tag))
    await press(page.getByRole('button', { name: 'Approve', exact: true }))
    await said('Application updated!')
  })

  await inThreePresses(page, 'a claim is settled', async (press) => {
    await press(line(/claim/, tag))
    await press(page.getByRole('button', { name: `Refund: claim of ${tag}` }))
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    await press(dialog.getByRole('button', { name: `Refund ${basic.shown}` }))
    await said('Claim decided')
  })

  await inThreePresses(page, 'the bank gets our evidence', async (press) => {
    await press(line(/banks? asks? about/, disputer.name))
    await expect(problem(disputer.name)).toContainText(/^Dispute: answer by .*, \$/)
    await press(problem(disputer.name).getByRole('button', { name: /^Answer the bank/ }))
    await expect(dialog).toContainText('all back until 24 hours before the start')
    await expectAccessible(page)
    await dialog.getByLabel('In your own words').fill('They played the whole hour.')
    await press(dialog.getByRole('button', { name: 'Send to the bank' }))
    await said('Answer sent')
    await expect(problem(disputer.name)).toHaveCount(0)
  })
  await page.getByRole('button', { name: 'Show payment problems dealt with' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: disputer.name })).toContainText(
    /^Dispute: answered .*, the bank decides/,
  )

  await inThreePresses(page, 'a rating is approved', async (press) => {
    await press(line(/rating/, review))
    const rating = page.getByRole('listitem').filter({ hasText: review })
    await press(rating.getByRole('button', { name: /^Approve/ }))
    await said('Rating approved')
    await said('The rating is now public.')
  })

  await inThreePresses(page, 'a payment problem is dealt with', async (press) => {
    await press(line(/payment problem/, tag))
    await press(problem(tag).getByRole('button', { name: /^Dealt with/ }))
    await press(dialog.getByRole('button', { name: 'Dealt with' }))
    await expect(problem(tag)).toHaveCount(0)
  })

  await inThreePresses(page, 'a coach is published', async (press) => {
    await press(line(/go live/, coach.name))
    await press(page.getByRole('button', { name: `Publish ${coach.name}` }))
    await said('Coach published')
  })
})
