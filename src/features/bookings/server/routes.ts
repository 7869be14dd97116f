import { Readable } from 'node:stream'
import type { Noun } from '#src/deps.ts'
import * as calls from '#src/features/bookings/contract.ts'
import * as staffCalls from '#src/features/bookings/staff-contract.ts'
import { ownCoach } from '#src/features/coaches/server/coaches.ts'
import { createCache } from '#src/platform/cache/cache.ts'
import { compressLong } from '#src/platform/cache/ready-bytes.ts'
import { serveReady } from '#src/platform/cache/ready-list.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import { checkConfirmed, signedIn } from '#src/platform/http/guards.ts'
import { describeList, describePage } from '#src/platform/http/paging.ts'
import { serve } from '#src/platform/http/serve.ts'
import type { CallParsed } from '#src/shared/define-call.ts'
import {
  type BookingRow,
  calendarFileOf,
  findFreeHours,
  findNextFreeHours,
  presentBooking,
  presentHour,
  withMeeters,
} from './bookings.ts'
import { listCoachSessions, savePlayerNote } from './coach-sessions.ts'
import { createFreeBooking } from './free-hours/free-booking.ts'
import { claimGuarantee, decideClaim, listClaims } from './life-cycle/claims.ts'
import {
  cancelBooking,
  completeBooking,
  findVisible,
  markNoShow,
  moveBooking,
  scheduleBooking,
} from './life-cycle/life-cycle.ts'
import { listHistory, listMySessions } from './sessions.ts'
import { serveShortLinks } from './short-links.ts'
import { csvOfBookings } from './staff-list/booking-csv.ts'
import { bookingDetails, listBookings } from './staff-list/booking-list.ts'
import { listOwnerCoaches, listUnpublishedCoaches } from './staff-list/coaches-with-sessions.ts'

export const routes: Noun = (app, deps) => {
  serveShortLinks(app)

  type ForWhom = { moving?: BookingRow; askedBy?: string }
  const freeHours = async (query: CallParsed<typeof calls.freeHours>['query'], forWhom?: ForWhom) => {
    const offered = await findFreeHours(deps, query, forWhom)
    const days = Map.groupBy(offered.map(presentHour), (hour) => hour.date)
    return { zone: deps.env.businessTimeZone, days: [...days].map(([date, hours]) => ({ date, hours })) }
  }
  // Of many coaches a few at a time are asked until every hour is known; one coach's own hours are always fresh.
  const freeHoursOfAnybody = createCache({
    make: (query) => freeHours(JSON.parse(query)),
    seconds: 5,
    maxBytes: 4_000_000,
    now: deps.now,
  })
  serve(
    app,
    calls.freeHours,
    async ({ query, request }) => {
      if (query.moving) {
        const { booking: moving } = await findVisible(deps.db, signedIn(request), query.moving)
        return freeHours(query, { moving })
      }
      return deps.cacheLists && !query.coachId
        ? freeHoursOfAnybody.read(JSON.stringify({ serviceId: query.serviceId, game: query.game }))
        : freeHours(query, { askedBy: request.account?.id })
    },
    { onSend: compressLong },
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

  serve(app, staffCalls.exportBookings, async ({ query, reply }) => {
    const { filename, lines } = await csvOfBookings(deps, query)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${filename}"`)
      .send(Readable.from(lines))
  })

  serve(app, staffCalls.listUnpublishedCoaches, async () => listUnpublishedCoaches(deps.db))

  serve(app, staffCalls.bookingDetails, async ({ params, request }) =>
    bookingDetails(deps, signedIn(request), params.bookingId),
  )

  serve(app, staffCalls.listOwnerCoaches, async ({ query, request, reply }) => {
    const { rows, total } = await listOwnerCoaches(deps, query)
    const next = rows.length === staffCalls.coachesAtOnce ? rows.at(-1)?.id : undefined
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
    const calendarInvite = calendarFileOf(await withMeeters(deps.db, booking), deps.env)
    return { booking: presentBooking(booking), calendarInvite }
  })

  serve(app, staffCalls.scheduleBooking, async ({ params, body, request }) => ({
    booking: presentBooking(await scheduleBooking(deps, signedIn(request), params.bookingId, body)),
  }))

  // The caller may be the coach, who must not see the player's contact data.
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
    const { booking, parties } = await findVisible(deps.db, signedIn(request), params.bookingId)
    if (booking.status === 'cancelled') throw new NotFound('This session is cancelled.')
    const reader = parties[0] === 'coach' ? 'coach' : 'player'
    const content = calendarFileOf(await withMeeters(deps.db, booking), deps.env, reader)
    if (!content) throw new NotFound('This session has no date for a calendar.')
    return { filename: 'level-up-session.ics', content }
  })
}
