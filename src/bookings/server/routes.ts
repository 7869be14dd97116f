import { Readable } from 'node:stream'
import * as calls from '#src/bookings/contract.ts'
import * as staffCalls from '#src/bookings/staff-contract.ts'
import { ownCoach } from '#src/coaches/server/coaches.ts'
import type { Noun } from '#src/server/deps.ts'
import { NotFound } from '#src/server/errors.ts'
import { checkConfirmed, signedIn } from '#src/server/guards.ts'
import { keepBriefly } from '#src/server/keep-briefly.ts'
import { describeList, describePage } from '#src/server/pages.ts'
import { compressLong } from '#src/server/ready-bytes.ts'
import { serveReady } from '#src/server/ready-list.ts'
import { serve } from '#src/server/serve.ts'
import type { CallParsed } from '#src/shared/define-call.ts'
import { toDecimal } from '#src/shared/money.ts'
import { bookingDetails, csvOfBookings, listBookings } from './booking-list.ts'
import {
  type BookingRow,
  findFreeHours,
  findNextFreeHours,
  inviteOf,
  knownGame,
  presentBooking,
  presentHour,
  withMeeters,
} from './bookings.ts'
import { claimGuarantee, decideClaim, listClaims } from './claims.ts'
import { listCoachSessions, savePlayerNote } from './coach-sessions.ts'
import { createFreeBooking } from './free-booking.ts'
import { cancelBooking, completeBooking, findVisible, markNoShow, moveBooking, scheduleBooking } from './life-cycle.ts'
import { listOwnerCoaches, listUnpublishedCoaches } from './owner-coaches.ts'
import { listHistory, listMySessions } from './sessions.ts'

export const routes: Noun = (app, deps) => {
  type ForWhom = { moving?: BookingRow; askedBy?: string }
  const freeHours = async (query: CallParsed<typeof calls.freeHours>['query'], forWhom?: ForWhom) => {
    const offered = await findFreeHours(deps, query, forWhom)
    const days = Map.groupBy(offered.map(presentHour), (hour) => hour.date)
    return { zone: deps.env.businessTimeZone, days: [...days].map(([date, hours]) => ({ date, hours })) }
  }
  // Of many coaches a few at a time are asked until every hour is known; one coach's own hours are always fresh.
  const freeHoursOfAnybody = keepBriefly(5, deps.now, (query) => freeHours(JSON.parse(query)))
  serve(
    app,
    calls.freeHours,
    async ({ query, request }) => {
      if (query.moving) {
        const { booking: moving } = await findVisible(deps.db, signedIn(request), query.moving)
        return freeHours(query, { moving })
      }
      return deps.keepLists && !query.coachId
        ? freeHoursOfAnybody(JSON.stringify({ serviceId: query.serviceId, game: knownGame(query.game) }))
        : freeHours(query, { askedBy: request.account?.id })
    },
    compressLong,
  )

  // Every visitor of the first page asks this about all coaches; browsers keep it for a minute.
  const nextFreeHours = async (when: string) => {
    const { dates, next } = await findNextFreeHours(deps, when || undefined)
    const coaches = [...next].map(([coachId, { date, time, startsAt }]) => ({
      coachId,
      hour: { date, time, startsAt: startsAt.toISOString() },
    }))
    return { zone: deps.env.businessTimeZone, dates, coaches }
  }
  serveReady(app, deps, calls.nextFreeHours, nextFreeHours, { seconds: 5, keyOf: ({ when }) => when ?? '' })

  serve(app, staffCalls.listBookings, async ({ query, request, reply }) => {
    const { rows, total } = await listBookings(deps.db, query, query.cursor)
    describePage(request, reply, rows, total)
    return rows.map(presentBooking)
  })

  serve(app, staffCalls.listAdminBookings, async ({ query, request, reply }) => {
    const { rows, total } = await listBookings(deps.db, query, query.cursor)
    describePage(request, reply, rows, total)
    return rows.map(presentBooking)
  })

  serve(app, staffCalls.createFreeBooking, async ({ body, request }) => ({
    booking: presentBooking(await createFreeBooking(deps, signedIn(request), body)),
  }))

  serve(app, staffCalls.exportBookings, async ({ query, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="level-up-bookings.csv"')
      .send(Readable.from(await csvOfBookings(deps.db, query))),
  )

  serve(app, staffCalls.listUnpublishedCoaches, async () => listUnpublishedCoaches(deps.db))

  serve(app, staffCalls.bookingDetails, async ({ params, request }) =>
    bookingDetails(deps, signedIn(request), params.bookingId),
  )

  serve(app, staffCalls.listOwnerCoaches, async ({ query, request, reply }) => {
    const { rows, total } = await listOwnerCoaches(deps, query)
    const next = rows.length === staffCalls.coachesAtOnce ? rows.at(-1)!.id : undefined
    describeList(request, reply, next, total)
    return rows
  })

  serve(app, calls.listMySessions, async ({ request }) => listMySessions(deps, signedIn(request)))

  serve(app, calls.listCoachSessions, async ({ query, request }) =>
    listCoachSessions(deps, signedIn(request), request.coach, query.name),
  )

  serve(app, calls.savePlayerNote, async ({ params, body, request }) => {
    await savePlayerNote(deps, ownCoach(request).id, params.playerId, body.note)
    return { note: body.note }
  })

  serve(app, calls.cancelBooking, async ({ params, body, request }) => {
    const account = signedIn(request)
    if ((account.isOwner || account.isAdmin) && body.refund > 0) checkConfirmed(request)
    return { booking: presentBooking(await cancelBooking(deps, account, params.bookingId, body)) }
  })

  serve(app, calls.moveBooking, async ({ params, body, request }) => {
    const booking = await moveBooking(deps, signedIn(request), params.bookingId, body)
    const invite = inviteOf(await withMeeters(deps.db, booking), deps.env)
    return { booking: presentBooking(booking), calendarInvite: invite }
  })

  serve(app, staffCalls.scheduleBooking, async ({ params, body, request }) => ({
    booking: presentBooking(await scheduleBooking(deps, signedIn(request), params.bookingId, body)),
  }))

  // The caller may be the coach, who is told no contact data of the player.
  serve(app, calls.completeBooking, async ({ params, request }) =>
    completeBooking(deps, signedIn(request), params.bookingId),
  )

  serve(app, calls.markNoShow, async ({ params, request }) => markNoShow(deps, signedIn(request), params.bookingId))

  serve(app, calls.claimGuarantee, async ({ params, body, request }) => {
    await claimGuarantee(deps, signedIn(request), params.bookingId, body)
    return { claim: 'open' as const }
  })

  serve(app, staffCalls.listClaims, async () =>
    (await listClaims(deps.db)).map(({ claim, booking }) => ({
      ...claim,
      createdAt: claim.createdAt.toISOString(),
      booking: presentBooking(booking),
    })),
  )

  serve(app, staffCalls.decideClaim, async ({ params, body, request }) => {
    if (body.decision === 'refunded') checkConfirmed(request)
    await decideClaim(deps, signedIn(request), params.claimId, body.decision, body.reason)
    return { ok: true as const }
  })

  serve(app, staffCalls.bookingHistory, async ({ params, request }) =>
    (await listHistory(deps.db, signedIn(request), params.bookingId)).map((entry) => ({
      ...entry,
      createdAt: entry.createdAt.toISOString(),
    })),
  )

  serve(app, calls.bookingCalendar, async ({ params, request }) => {
    const account = signedIn(request)
    const { booking, parties } = await findVisible(deps.db, account, params.bookingId)
    const coachEmail = parties[0] === 'coach' ? account.email : undefined
    const content =
      booking.status === 'confirmed' ? inviteOf(await withMeeters(deps.db, booking), deps.env, coachEmail) : null
    if (!content) throw new NotFound('This session has no date for a calendar.')
    return { filename: 'level-up-session.ics', content }
  })

  serve(app, calls.bookingReceipt, async ({ params, request }) => {
    const { booking, parties } = await findVisible(deps.db, signedIn(request), params.bookingId)
    if (!parties.some((party) => party !== 'coach')) throw new NotFound('This booking does not exist.')
    return { booking: presentBooking(booking), paid: toDecimal(booking.price), refundDue: toDecimal(booking.refundDue) }
  })
}
