import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aRating } from '#src/demo/a-rating.ts'
import { aUser } from '#src/demo/a-user.ts'
import { fillEmptyDatabase } from '#src/demo/data/demo-data.ts'
import { readProfile } from '#src/features/accounts/profile-contract.ts'
import { refuseEasyPassword } from '#src/features/accounts/server/sign-in/easy-passwords.ts'
import { type noRanks, profiles } from '#src/features/accounts/server/table.ts'
import { applyAsCoach, reviewApplication } from '#src/features/applications/contract.ts'
import { freeHours, nextFreeHours } from '#src/features/bookings/hours-contract.ts'
import { createFreeBooking } from '#src/features/bookings/staff-contract.ts'
import { CoachChoice, GameChoice } from '#src/features/checkout/web/coach-choice.tsx'
import { coachOffer } from '#src/features/checkout/web/coach-offer.ts'
import { type Coach, editCoach, listCoaches } from '#src/features/coaches/contract.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { coachesQuery } from '#src/features/coaches/web/coaches-query.ts'
import { rankOptions, readFilter, suits } from '#src/features/coaches/web/directory/coach-filter.ts'
import { sendContact } from '#src/features/contacts/contract.ts'
import { showInsights } from '#src/features/insights/contract.ts'
import { confirmBooking, createPaymentIntent } from '#src/features/payments/contract.ts'
import { exportData } from '#src/features/privacy/contract.ts'
import { listCoachRatings } from '#src/features/ratings/contract.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { approveStory, listStories, shareStory } from '#src/features/stories/contract.ts'
import { expertiseOf, type PlayedGame, wireExpertise, wireGames } from '#src/shared/games.ts'
import { listPublicPaths, render } from '#src/web/server/entry-server.tsx'
import { coachPicture } from '#src/web/server/pictures/share-picture.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { htmlOf } from '../support/html-of.tsx'
import { basic } from '../support/prices.ts'

// Valorant stands in the table of games here (tests/support/third-game.ts): nothing may take it for one of the two we have.

const valorant = 'valorant' as PlayedGame
const otherGames = /Rocket League|Fortnite|Both Games/

let app: TestApp
let player: Awaited<ReturnType<typeof aUser>>
let staff: Awaited<ReturnType<typeof aUser>>
let coach: Coach
beforeAll(async () => {
  app = await startTestApp()
  player = await aUser(app.deps)
  staff = await aUser(app.deps, { isOwner: true, isAdmin: true })
})
afterAll(() => app.close())

const starts = () => bookableStarts(app.deps.now(), app.deps.env.businessTimeZone)
const listed = async () => (await app.call(listCoaches)).body

test('an applicant for it becomes its coach, in its own words', async () => {
  const applicant = await aUser(app.deps)
  const answers = {
    ...{ applicantName: 'Ace', applicantEmail: applicant.email, gameExpertise: valorant, currentRank: 'Radiant' },
    ...{ coachingExperience: 'Two seasons.', whyCoach: 'I like it.', availability: 'Evenings' },
  }
  const application = await app.call(applyAsCoach, { body: answers }, applicant.token)
  expect(application).toMatchObject({ status: 200, body: { gameExpertise: 'valorant' } })
  const { id } = application.body
  await app.call(reviewApplication, { params: { id }, body: { status: 'approved' } }, staff.token)
  const [row] = await app.deps.db.select().from(coaches)
  const publish = { params: { coachId: row!.id }, body: { isActive: true, reason: 'They start today' } }
  expect((await app.call(editCoach, publish, staff.token)).status).toBe(200)
  coach = (await listed())[0]!
  expect(coach).toMatchObject({ name: 'Ace', title: 'Valorant coach', gameExpertise: 'valorant' })
})

test('its coach is found by it, and where any coach is wanted, but not as one of the other two', async () => {
  const firstState = async (query: object) => {
    const { body } = await app.call(freeHours, { query: { serviceId: '1on1-basic', ...query } })
    return body.days[0]!.hours.some(({ state }) => state === 'free')
  }
  expect(await Promise.all([{}, { game: valorant }, { game: 'both' }, { game: 'fortnite' }].map(firstState))).toEqual([
    ...[true, true, false, false],
  ])
  expect((await app.call(nextFreeHours)).body.coaches).toMatchObject([{ coachId: coach.id }])

  expect(suits(coach, readFilter(new URLSearchParams('game=valorant&rank=8')))).toBe(true)
  expect(suits(coach, readFilter(new URLSearchParams('rank=8')))).toBe(true)
  expect(suits(coach, readFilter(new URLSearchParams('game=fortnite')))).toBe(false)
  expect(rankOptions(readFilter(new URLSearchParams())).at(-1)!.label).toBe('Supersonic Legend / Unreal / Radiant')
})

test('an unknown game is refused', async () => {
  const query = { serviceId: '1on1-basic', game: 'chess' }
  expect(await app.call(freeHours, { query })).toMatchObject({
    status: 400,
    body: { fields: { game: expect.any(String) } },
  })
  const body = { amount: basic.decimal, metadata: { serviceId: '1on1-basic', game: 'chess' } }
  expect((await app.call(createPaymentIntent, { body }, player.token)).status).toBe(400)
})

test('the booking dialog offers the game and its coach', async () => {
  const offer = coachOffer(coach)
  expect([offer.game, offer.choice?.game]).toEqual([valorant, valorant])
  const data = await listed()
  const loaded = [{ queryKey: coachesQuery.queryKey, data }]
  const { text } = htmlOf(<CoachChoice game={valorant} coachId={null} onChoose={() => {}} />, loaded)
  expect(text).toContain('Ace, Valorant coach')
  const choice = htmlOf(<GameChoice offered={expertiseOf('both')} game="fortnite" onChoose={() => {}} />)
  expect(choice.text).not.toContain('Valorant')
})

test.each([
  [valorant, 0],
  [null, 1],
])('a session with any coach of %s can be booked and rated', async (game, n) => {
  const { date, time } = starts()[n]!
  const metadata = { serviceId: '1on1-basic', game, selectedDate: date, selectedTime: time }
  const intent = (await app.call(createPaymentIntent, { body: { amount: basic.decimal, metadata } }, player.token)).body
  expect(intent.coachName).toBe('Ace')
  const stripe = new Stripe(app.sandbox.stripe.secretKey, app.sandbox.stripe.apiAddress)
  const paid = { payment_method: 'pm_card_visa', return_url: 'http://127.0.0.1/' }
  await stripe.paymentIntents.confirm(intent.paymentIntentId, paid)
  const { body } = await app.call(confirmBooking, { body: intent }, player.token)
  expect(body.booking).toMatchObject({ coachName: 'Ace', status: 'confirmed' })
})

test('staff gives its sessions away, and none of another game with its coach', async () => {
  const { date, time } = starts()[3]!
  const customer = { customerName: 'Rimshot', customerEmail: 'rimshot@else.test', customerPhone: '', coachName: 'Ace' }
  const give = (serviceName: string) => {
    const body = { ...customer, serviceName, selectedDate: date, selectedTime: time }
    return app.call(createFreeBooking, { body }, staff.token)
  }
  expect(await give('Basic Fortnite Coaching')).toMatchObject({
    status: 400,
    body: { fields: { coachName: 'Ace does not coach Fortnite' } },
  })
  expect((await give('Basic Valorant Coaching')).status).toBe(200)
})

test('stories, ratings, inquiries and figures are about it', async () => {
  const ranks = { beforeRank: 'Ascendant 2', afterRank: 'Radiant', sessionsCount: 3 }
  const story = { coachName: 'Ace', game: valorant, ...ranks, story: 'I hold my angles now.' }
  const shared = await app.call(shareStory, { body: story }, player.token)
  await app.call(approveStory, { params: { id: shared.body.id } }, staff.token)
  expect((await app.call(listStories)).body).toMatchObject([{ game: valorant }])
  const today = app.deps.now().toISOString().slice(0, 10)
  const query = { from: `${+today.slice(0, 4) - 1}${today.slice(4)}`, to: starts().at(-1)!.date }
  expect((await app.call(showInsights, { query }, staff.token)).body.ranks).toEqual([
    { game: 'rocket-league', stories: 0, rungs: 0 },
    { game: 'fortnite', stories: 0, rungs: 0 },
    { game: valorant, stories: 1, rungs: 2 },
  ])

  const [row] = await app.deps.db.select().from(coaches)
  await aRating(app.deps, { coach: row, player })
  const rated = await app.call(listCoachRatings, { params: { slug: coach.slug } })
  expect(rated.body.ratings).toMatchObject([{ game: valorant }])

  const inquiry = { name: 'Rimshot', email: player.email, game: valorant, message: 'Teach me.' }
  await app.call(sendContact, { body: inquiry }, player.token)
  await app.runJobs()
  const mail = app.sandbox.outbox.list().find(({ subject }) => subject === 'We got your message')
  expect(mail!.text).toContain('Game: Valorant')
})

test('a profile saved before there was the game has no rank in it', async () => {
  const ranks = { 'rocket-league': 'Diamond II', fortnite: null } as typeof noRanks
  const handles = { discord: null, epic: null }
  await app.deps.db.insert(profiles).values({ userId: player.id, handles, ranks, updatedAt: app.deps.now() })
  expect((await app.call(readProfile, {}, player.token)).body.ranks).toEqual({ ...ranks, valorant: null })
  expect((await app.call(exportData, {}, player.token)).status).toBe(200)
  expect(() => refuseEasyPassword('Valorant2026')).toThrow()
})

test('both stays the word for the first two, other sets are named by their games', async () => {
  expect(wireGames).toEqual([
    ...['rocket-league', 'fortnite', 'valorant'],
    ...['both', 'rocket-league+valorant', 'fortnite+valorant', 'rocket-league+fortnite+valorant'],
  ])
  for (const word of wireGames) expect(wireExpertise(expertiseOf(word))).toBe(word)
  await aCoach(app.deps, { name: 'Twin', title: 'Aim coach', gameExpertise: ['rocket-league', valorant] })
  const twin = (await listed()).find(({ name }) => name === 'Twin')!
  expect(twin.gameExpertise).toBe('rocket-league+valorant')
  const { params, body } = { params: { coachId: twin.id }, body: { gameExpertise: 'fortnite+valorant' } }
  expect((await app.call(editCoach, { params, body }, staff.token)).body.gameExpertise).toBe('fortnite+valorant')
  await app.call(editCoach, { params, body: { gameExpertise: 'rocket-league+valorant' } }, staff.token)
})

test('every public page says it, none calls its coach one of another game', async () => {
  const get = async (url: string) => (await app.app.http.inject(url)).json()
  const page = async (path: string) => {
    const { app: marked, head } = await render(path, get, 'https://levelup.example')
    const html = marked.replaceAll('<!-- -->', '')
    const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? []
    return { html, head, main }
  }
  for (const path of [...(await listPublicPaths(get)), '/login', '/signup']) await page(path)

  const home = await page('/')
  for (const words of [
    '3 games, one way up',
    'Start Valorant Coaching',
    'Rocket League, Fortnite or Valorant',
    'Rocket League and Fortnite, Diamond in each',
  ])
    expect(home.html).toContain(words)
  expect(home.html).toContain('Not affiliated with any game')
  expect(home.head).toContain('One-to-one Rocket League, Fortnite and Valorant coaching.')
  const [card] = /Ace<\/a>[\s\S]*?Book Session</.exec(home.main)!
  expect(card).toContain('Valorant')
  expect(card).not.toMatch(otherGames)

  const own = await page(`/coaches/${coach.slug}`)
  expect(own.main).toContain('Other Valorant coaches')
  expect(own.main).toContain('Twin')
  expect(own.head).toContain('Valorant coaching with Ace')
  expect(own.main + own.head).not.toMatch(otherGames)
  expect((await page('/coaches/twin')).main).toContain('Rocket League and Valorant')
  expect(coachPicture(coach)).toContain('#ff4655')

  expect((await page('/apply-coach')).main).toMatch(
    /Valorant[\s\S]*Rocket League and Fortnite[\s\S]*Fortnite and Valorant/,
  )
  expect((await page('/login')).main).toContain('Rocket League, Fortnite, Valorant or several')
  expect((await page('/about')).main).toContain('better at Rocket League, Fortnite or Valorant')
})

test('the demo starts', async () => {
  const demo = await startTestApp()
  await fillEmptyDatabase(demo.deps, demo.databaseUrl, demo.sandbox)
  expect((await demo.call(listCoaches)).body.map(({ gameExpertise }) => gameExpertise)).toContain('both')
  await demo.close()
})
