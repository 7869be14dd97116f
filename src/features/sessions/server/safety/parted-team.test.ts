import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { claimGuarantee } from '#src/features/bookings/contract.ts'
import { decideClaim, listClaims } from '#src/features/bookings/staff-contract.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { must } from '#src/shared/must.ts'
import { aSession, withStaff } from '#tests/support/sessions/a-session.ts'
import { safetyActs } from '#tests/support/sessions/safety-acts.ts'
import { startSessionDay } from '#tests/support/sessions/session-day.ts'

/** The only owner, who coaches too, decides about a player who blocked them: with another coach the player is not believed at once. */
const day = await startSessionDay()
const { app, people, book, aStart, setClock, read, after } = day
const { block, report, safety, settle, listed } = safetyActs(day)
afterAll(() => app.close())
beforeEach(async () => {
  await day.begin()
  const { other, player, owner } = people
  await app.deps.db.update(coaches).set({ userId: owner.id }).where(eq(coaches.id, other.profile.id))
  expect((await block(await book({ coach: other.profile, start: aStart(60) }), player)).status).toBe(200)
})

test('what two say differently is for the owner, who decides', async () => {
  const { player } = people
  const { here, at, say, coachUser, stands, decide } = await aSession(day, { player })
  await here(player)
  await here(coachUser)
  await at(20)
  await say(player, 'not-here')
  expect(await stands()).toMatchObject(withStaff)
  expect((await decide('held')).status).toBe(200)
})

test('a report is for the owner, and a block meanwhile gives what the terms do', async () => {
  const { player, owner } = people
  await setClock(day.at('09:00'))
  const start = aStart(30)
  const booking = await book({ start })
  await after(start, -60)
  await report(booking, player)
  expect((await safety(booking, player)).report).toMatchObject({ upheld: null })
  await block(booking, player)
  expect(await read(booking.id)).toMatchObject({ status: 'cancelled', refundDue: 0 })
  const { reports } = await listed(owner)
  const { id } = must(
    reports.find(({ bookingId }) => bookingId === booking.id),
    'a report',
  )
  expect((await settle(id, owner, false)).status).toBe(200)
})

test('a claim of the guarantee is for the owner, also beside an admin, who may not decide it', async () => {
  const { player, owner } = people
  await aUser(app.deps, { isAdmin: true })
  const { id: bookingId } = await book({ start: day.today('07:00'), status: 'completed' })
  const body = { wanted: 'refunded', reason: 'It did not help me.' } as const
  expect((await app.call(claimGuarantee, { params: { bookingId }, body }, player.token)).status).toBe(200)
  const claims = (await app.call(listClaims, {}, owner.token)).body
  const { id: claimId } = must(
    claims.find(({ booking }) => booking.id === bookingId),
    'a claim',
  )
  const granted = { decision: 'refunded', reason: 'You are right.' } as const
  expect((await app.call(decideClaim, { params: { claimId }, body: granted }, owner.token)).status).toBe(200)
})
