import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { auditLog } from '#src/features/audit/server/table.ts'
import { freeServices } from '#src/features/bookings/free-services.ts'
import { services } from '#src/features/bookings/services.ts'
import { soldNow } from '#src/features/bookings/sold.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { listFreeCoaches } from '#src/features/sessions/exceptions-contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { must } from '#src/shared/must.ts'
import { fifty, startExceptions, statuses } from '#tests/support/sessions/exceptions.ts'
import { starts } from '#tests/support/starts.ts'

/** A session that staff hand over (BOOK-4). */
const { app, owner, aSession, read, handOver, acts, mails, start } = await startExceptions()
afterAll(() => app.close())

test('a session is handed over once by 50 presses: both coaches and the player are told, all is refundable, and a repeat changes nothing', async () => {
  const { booking, player, coachUser } = await aSession()
  const otherUser = await aUser(app.deps)
  const other = await aCoach(app.deps, { userId: otherUser.id })
  const answers = await fifty(() => handOver(booking.id, other.id, booking.startsAt))
  expect(statuses(answers).filter((status) => status !== 409)).toEqual([200])
  expect((await handOver(booking.id, other.id, booking.startsAt)).status).toBe(200)
  expect(await read(booking.id)).toMatchObject({
    ...{ coachId: other.id, coachName: other.name, startsAt: booking.startsAt, price: booking.price },
    ...{ fullRefundUntilStart: true, sequence: 1, status: 'confirmed' },
  })
  expect((await acts(booking.id)).filter((act) => act === 'hand-over')).toHaveLength(1)
  expect((await mails(`handed-over:${booking.id}`)).sort()).toEqual([player.email, otherUser.email].sort())
  expect(await mails(`handed-away:${booking.id}`)).toEqual([coachUser.email])
  const sentences = await app.deps.db.select().from(auditLog).where(eq(auditLog.personId, owner.id))
  expect(sentences.map(({ sentence }) => sentence).join('\n')).toContain(
    `session with ${booking.coachName} over to ${other.name}`,
  )

  // Whose hour is taken, or whom nobody knows, cannot.
  const taken = await aSession({ coach: other, start: must(starts[75], 'a start') })
  const busy = await aSession({ start: must(starts[75], 'a start') })
  expect((await handOver(busy.booking.id, must(taken.booking.coachId, 'a coach'), busy.booking.startsAt)).status).toBe(
    409,
  )
  expect((await handOver(busy.booking.id, newId(), busy.booking.startsAt)).status).toBe(409)
  expect((await handOver(busy.booking.id, (await aCoach(app.deps)).id, start.startsAt)).body).toMatchObject({
    reason: 'changed',
  })
})

test.each(['given away', 'ordered'])(
  'only coaches of the game that a session was %s for are offered, with theirs',
  async (how) => {
    const both = ['rocket-league', 'fortnite'] as const
    const coach = await aCoach(app.deps, { gameExpertise: [...both] })
    const service = must(
      how === 'ordered' ? services[0] : freeServices.find(({ games }) => games.join() === 'fortnite'),
      'one',
    )
    const { booking, player } = await aSession({ coach, service })
    if (how === 'ordered')
      await app.deps.db.insert(orders).values({
        ...{ ...soldNow(service), playerId: player.id, status: 'booked', game: ['fortnite'], amount: 2_900 },
        ...{ bookingId: booking.id, contactName: player.name, contactEmail: player.email, settledAt: new Date() },
      })
    const [fits, fitsToo, other] = [
      await aCoach(app.deps, { gameExpertise: ['fortnite'] }),
      await aCoach(app.deps, { gameExpertise: [...both] }),
      await aCoach(app.deps, { gameExpertise: ['rocket-league'] }),
    ]
    const { body } = await app.call(listFreeCoaches, { params: { bookingId: booking.id } }, owner.token)
    expect(body).toContainEqual({ id: fits.id, name: fits.name, gameExpertise: 'fortnite' })
    expect(body).toContainEqual({ id: fitsToo.id, name: fitsToo.name, gameExpertise: 'both' })
    expect(body.map(({ id }) => id)).not.toContain(other.id)
    expect((await handOver(booking.id, other.id, booking.startsAt)).status).toBe(409)
  },
)
