import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/bookings/contract.ts'
import { offers } from '#src/features/bookings/services.ts'
import * as staffCalls from '#src/features/bookings/staff-contract.ts'
import { coachsTasks, owedToPlayer } from '#src/features/bookings/web/owed-words.ts'
import { saveWriteUp } from '#src/features/sessions/write-up-contract.ts'
import { showDollars, toDecimal } from '#src/shared/money.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { logInAgain } from '#tests/support/attacks/log-in-again.ts'
import { aPaidBookingFor } from '#tests/support/paid-booking.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'
import { bookingHistory, bookings } from '../table.ts'

type Person = Awaited<ReturnType<typeof aUser>>
let app: TestApp
let clock = new Date()
let owner: Person
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
  owner = await aUser(app.deps, { isOwner: true })
})
afterAll(() => app.close())

const hourMs = 3_600_000
const setClock = async (instant: number) => {
  clock = new Date(instant)
  await logInAgain(app.deps, clock)
}
const mailTo = async ({ email }: Person, subject: RegExp) => {
  await app.runJobs()
  return app.sandbox.outbox.list().find((mail) => mail.to.includes(email) && subject.test(mail.subject ?? ''))
}

/** A session of this offer, paid for, with a coach who has an account; and the two calls about its notes. */
async function aSold(serviceId: string) {
  await setClock(Date.now())
  const [player, account] = [await aUser(app.deps), await aUser(app.deps)]
  const coach = await aCoach(app.deps, { userId: account.id, gameExpertise: ['fortnite'] })
  const { id } = await aPaidBookingFor(app, player.token, starts[40]!, { serviceId, coachId: coach.id })
  const body = {
    seen: ['Shadow defence: stay goal side.', 'Boost paths: take the small pads.'],
    nextStep: 'Half-volleys: ten a day, before you queue.',
  }
  return {
    ...{ id, player, account, coach },
    end: async () => Date.parse((await app.call(calls.listMySessions, {}, player.token)).body[0]!.endsAt!),
    mine: async () => (await app.call(calls.listMySessions, {}, player.token)).body[0]!,
    coachs: async () => (await app.call(calls.listCoachSessions, { query: {} }, account.token)).body[0]!,
    send: () => app.call(saveWriteUp, { params: { bookingId: id }, body }, account.token),
    miss: () => app.call(calls.claimMissingNotes, { params: { bookingId: id } }, player.token),
  }
}

const promised = {
  '1on1-basic': ['1 replay to watch before'],
  '1on1-advanced': ['2 replays to watch before', 'Questions until'],
  '1on1-pro': ['3 replays to watch before', 'Questions and 1 new replay until'],
} as Record<string, string[]>

test.each(offers.map((offer) => [offer.name, offer] as const))(
  'each promise in an offer’s line is owed, shown to the coach, and its refund comes once: %s',
  async (_, { id: serviceId, price, owed }) => {
    const sold = await aSold(serviceId)
    const end = await sold.end()
    const tasks = async () => coachsTasks(await sold.coachs(), clock.getTime(), 'Europe/Berlin')
    if (!owed) {
      expect(await tasks()).toEqual([])
      expect(owedToPlayer(await sold.mine(), clock.getTime(), 'Europe/Berlin')).toEqual([])
      await setClock(end + 49 * hourMs)
      expect((await sold.miss()).status).toBe(409)
      // It can be written up all the same.
      expect((await sold.send()).status).toBe(200)
      return
    }
    const [replays, questions] = promised[serviceId]!
    expect(await tasks()).toEqual([
      replays,
      expect.stringMatching(/^Notes due \w{3}, .*\(.+\)$/),
      ...(questions ? [expect.stringContaining(questions)] : []),
    ])
    const lines = owedToPlayer(await sold.mine(), clock.getTime(), 'Europe/Berlin')
    expect(lines.join(' ')).toContain(`You get ${showDollars(owed.difference)} back.`)
    expect(lines.length).toBe(questions ? 3 : 2)
    // Before it starts nobody can write what it came to.
    expect((await sold.send()).status).toBe(409)

    await setClock(end + 25 * hourMs)
    expect((await tasks())[0]).toMatch(/^Notes overdue since /)
    await setClock(end + 48 * hourMs - 1)
    expect(await sold.miss()).toMatchObject({ status: 409, body: { message: expect.stringContaining('48 hours') } })
    await setClock(end + 48 * hourMs)
    expect(await sold.miss()).toMatchObject({ status: 200, body: { refund: toDecimal(owed.difference) } })
    expect((await sold.miss()).status).toBe(409)
    const told = await mailTo(sold.player, /^Your notes did not come/)
    expect(told!.text).toContain(`The difference of ${showDollars(owed.difference)} goes back to the card`)
    expect(await mailTo(sold.account, /^No notes came: /)).toBeDefined()
    const [row] = await app.deps.db.select().from(bookings).where(eq(bookings.id, sold.id))
    expect([row!.refundDue, row!.refunded]).toEqual([owed.difference, owed.difference])
    expect(app.sandbox.ledger.refunds(row!.paymentId!).map(({ amount }) => amount)).toEqual([owed.difference])
    // What is left is the price of the live session alone.
    expect(offers.map((offer) => offer.price)).toContain(price - owed.difference)
  },
)

test('that no notes came can be said for 60 days', async () => {
  const sold = await aSold('1on1-basic')
  const end = await sold.end()
  await setClock(end + 60 * 24 * hourMs + 1)
  expect(await sold.miss()).toMatchObject({ status: 409, body: { message: expect.stringContaining('60 days') } })
  await setClock(end + 60 * 24 * hourMs)
  expect((await sold.miss()).status).toBe(200)
})

test('notes that came leave nothing to give back, and are recorded once', async () => {
  const sold = await aSold('1on1-basic')
  const end = await sold.end()
  await setClock(end - 10 * 60_000)
  expect((await sold.send()).status).toBe(200)
  const first = (await sold.coachs()).notesSentAt
  expect(first).toBe(clock.toISOString())

  await setClock(end + 60 * hourMs)
  expect((await sold.send()).status).toBe(200)
  expect((await sold.coachs()).notesSentAt).toBe(first)
  expect(coachsTasks(await sold.coachs(), clock.getTime(), 'Europe/Berlin')).toEqual(['Notes sent'])
  expect(await sold.miss()).toMatchObject({ status: 409, body: { message: expect.stringContaining('Progress') } })
  const history = await app.deps.db.select().from(bookingHistory).where(eq(bookingHistory.bookingId, sold.id))
  expect(history.filter(({ act }) => act === 'write-up')).toHaveLength(1)
})

test('a full stop is no notes, and late ones keep no money from the player, who reads so', async () => {
  const sold = await aSold('1on1-basic')
  const end = await sold.end()
  await setClock(end - 59 * 60_000)
  const short = { params: { bookingId: sold.id }, body: { seen: ['.'] } }
  expect(await app.call(saveWriteUp, short, sold.account.token)).toMatchObject({
    status: 400,
    body: { fields: { seen: expect.stringContaining('at least 80 letters and digits') } },
  })
  await setClock(end + 30 * hourMs)
  const told = owedToPlayer(await sold.mine(), clock.getTime(), 'Europe/Berlin').join(' ')
  expect(told).toMatch(/^Late: due \w{3}, .*\. From \w{3}, .* you can take \$14 back\.$/)
  await setClock(end + 60 * hourMs)
  expect((await sold.send()).status).toBe(200)
  const late = `${sold.coach.name} sent the notes of this session late. Press “My notes did not come” in My Sessions`
  const lines = async () => owedToPlayer(await sold.mine(), clock.getTime(), 'Europe/Berlin').join(' ')
  expect(await lines()).toContain(late)
  expect((await sold.miss()).status).toBe(200)
  expect(await lines()).toBe('Your notes did not come in time, and you got the difference back.')
})

test('the free session that the guarantee gives owes the work, and no money for it', async () => {
  const sold = await aSold('1on1-basic')
  await setClock((await sold.end()) + hourMs)
  const claim = { wanted: 'another-coach' as const, reason: 'It did not help me.' }
  await app.call(calls.claimGuarantee, { params: { bookingId: sold.id }, body: claim }, sold.player.token)
  const [open] = (await app.call(staffCalls.listClaims, {}, owner.token)).body
  const decision = { params: { claimId: open!.id }, body: { decision: 'another-coach' as const } }
  expect((await app.call(staffCalls.decideClaim, decision, owner.token)).status).toBe(200)
  const free = (await app.call(calls.listMySessions, {}, sold.player.token)).body.find(({ price }) => price === '0.00')!
  expect(free.owed).toMatchObject({ replays: 1, notesWithinHours: 24, difference: '0.00' })
  expect(owedToPlayer(free, clock.getTime(), 'Europe/Berlin').join(' ')).not.toContain('back')
})

test('after all went back, or while the bank has it, nothing more goes back', async () => {
  const sold = await aSold('1on1-basic')
  await setClock((await sold.end()) + 49 * hourMs)
  const set = (values: Partial<typeof bookings.$inferInsert>) =>
    app.deps.db.update(bookings).set(values).where(eq(bookings.id, sold.id))
  await set({ dispute: 'open' })
  expect(await sold.miss()).toMatchObject({ status: 409, body: { message: expect.stringContaining('bank') } })
  await set({ dispute: null, refundDue: basic.cents })
  expect(await sold.miss()).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Nothing is left') },
  })
  await set({ refundDue: basic.cents - 500 })
  expect(await sold.miss()).toMatchObject({ status: 200, body: { refund: '5.00' } })
})
