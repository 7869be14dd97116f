import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#src/deps.ts'
import * as calls from '#src/features/bookings/contract.ts'
import * as feedCalls from '#src/features/bookings/feed-contract.ts'
import type { FeedKind } from '#src/features/bookings/feed-kinds.ts'
import * as hourCalls from '#src/features/bookings/hours-contract.ts'
import * as numberCalls from '#src/features/bookings/numbers-contract.ts'
import { claimGuarantee, listClaims } from '#src/features/bookings/server/claims/claims.ts'
import { decideClaim } from '#src/features/bookings/server/claims/decide-claim.ts'
import * as staffCalls from '#src/features/bookings/staff-contract.ts'
import { coachesNotFor, ownCoach, presentCoach } from '#src/features/coaches/server/coaches.ts'
import { createCache } from '#src/platform/cache/cache.ts'
import { compressLong } from '#src/platform/cache/ready-bytes.ts'
import { serveReady } from '#src/platform/cache/ready-list.ts'
import { NotAllowed, NotFound } from '#src/platform/http/errors.ts'
import { checkConfirmed, signedIn } from '#src/platform/http/guards.ts'
import { describeList } from '#src/platform/http/paging.ts'
import { serve } from '#src/platform/http/serve.ts'
import type { CallParsed } from '#src/shared/define-call.ts'
import { perGame } from '#src/shared/games.ts'
import { toDecimal } from '#src/shared/money.ts'
import {
  type BookingRow,
  calendarFileOf,
  coachsCalendarFileOf,
  findFreeHours,
  findNextFreeHours,
  presentBooking,
  presentHour,
  withMeeters,
} from './bookings.ts'
import { endFeed, feedSince, makeFeed, readFeed } from './calendar/feed.ts'
import { listCoachSessions, savePlayerNote } from './coach-sessions.ts'
import { createFreeBooking } from './free-hours/free-booking.ts'
import { cancelBooking } from './life-cycle/cancel.ts'
import { giveRefund } from './life-cycle/give-refund.ts'
import { completeBooking, findVisible, scheduleBooking } from './life-cycle/life-cycle.ts'
import { claimMissingNotes } from './life-cycle/notes.ts'
import { listOwnNumbers } from './own-numbers.ts'
import { listMySessions } from './sessions.ts'
import { serveShortLinks } from './short-links.ts'
import { csvOfBookings, type FindReceiptNumbers } from './staff-list/booking-csv.ts'
import { bookingDetails, listBookings } from './staff-list/booking-list.ts'
import { listOwnerCoaches, listUnpublishedCoaches } from './staff-list/coaches-with-sessions.ts'

/** `findReceiptNumbers`: payments know them, which bookings do not know. */
export function routes(app: FastifyInstance, deps: Deps, findReceiptNumbers: FindReceiptNumbers): void {
  serveShortLinks(app)

  type ForWhom = { moving?: BookingRow; askedBy?: string }
  const freeHours = async (query: CallParsed<typeof hourCalls.freeHours>['query'], forWhom?: ForWhom) => {
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
    hourCalls.freeHours,
    async ({ query, request }) => {
      if (query.moving) {
        const { booking: moving } = await findVisible(deps.db, signedIn(request), query.moving)
        return freeHours(query, { moving })
      }
      const askedBy = request.account?.id
      const isForAll = !query.coachId && !(askedBy && (await coachesNotFor(deps.db, askedBy)).length > 0)
      return deps.cacheLists && isForAll
        ? freeHoursOfAnybody.read(JSON.stringify({ serviceId: query.serviceId, game: query.game }))
        : freeHours(query, { askedBy })
    },
    { onSend: compressLong },
  )

  // Every visitor of the first page asks this about all coaches; browsers keep it for a minute.
  const nextFreeHours = async (query: string, without?: string[]) => {
    const { dates, next, soonest } = await findNextFreeHours(deps, JSON.parse(query), without)
    const coaches = [...next].map(([coachId, { date, time, startsAt }]) => ({
      coachId,
      hour: { date, time, startsAt: startsAt.toISOString() },
    }))
    return {
      zone: deps.env.businessTimeZone,
      dates,
      coaches,
      soonest: perGame((game) => soonest[game].map(presentCoach)),
    }
  }
  serveReady(app, deps, hourCalls.nextFreeHours, (query) => nextFreeHours(query), {
    seconds: 5,
    keyOf: (query) => JSON.stringify(query),
    listFor: async ({ id }, query) => {
      const without = await coachesNotFor(deps.db, id)
      return without.length > 0 ? nextFreeHours(query, without) : undefined
    },
  })

  serve(app, staffCalls.listBookings, async ({ query, request, reply }) => {
    const { rows, next, total } = await listBookings(deps.db, query, query.cursor)
    describeList(request, reply, next, total)
    return rows.map(presentBooking)
  })

  serve(app, staffCalls.listAdminBookings, async ({ query, request, reply }) => {
    const { rows, next, total } = await listBookings(deps.db, query, query.cursor)
    describeList(request, reply, next, total)
    return rows.map(presentBooking)
  })

  serve(app, staffCalls.createFreeBooking, async ({ body, request }) => ({
    booking: presentBooking(await createFreeBooking(deps, signedIn(request), body)),
  }))

  serve(app, staffCalls.exportBookings, async ({ query: { separator, ...filters }, reply }) => {
    const { filename, lines } = await csvOfBookings(deps, filters, { separator, findReceiptNumbers })
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

  serve(app, staffCalls.scheduleBooking, async ({ params, body, request }) => ({
    booking: presentBooking(await scheduleBooking(deps, signedIn(request), params.bookingId, body)),
  }))

  serve(app, staffCalls.giveRefund, async ({ params, body, request }) => ({
    amount: toDecimal(await giveRefund(deps, signedIn(request), params.bookingId, body)),
  }))

  // The caller may be the coach, who must not see the player's contact data.
  serve(app, calls.completeBooking, async ({ params, request }) =>
    completeBooking(deps, signedIn(request), params.bookingId),
  )

  serve(app, calls.claimGuarantee, async ({ params, body, request }) => {
    await claimGuarantee(deps, signedIn(request), params.bookingId, body)
    return { claim: 'open' as const }
  })

  serve(app, calls.claimMissingNotes, async ({ params, request }) => ({
    refund: toDecimal(await claimMissingNotes(deps, signedIn(request), params.bookingId)),
  }))

  serve(app, staffCalls.listClaims, async () =>
    (await listClaims(deps.db, deps.now())).map(({ claim: { card, ...claim }, booking, ground }) => ({
      ...claim,
      ground,
      createdAt: claim.createdAt.toISOString(),
      booking: presentBooking(booking),
    })),
  )

  serve(app, staffCalls.decideClaim, async ({ params, body, request }) => {
    if (body.decision === 'refunded') checkConfirmed(request)
    await decideClaim(deps, signedIn(request), params.claimId, body.decision, body.reason)
    return { ok: true as const }
  })

  serve(app, calls.bookingCalendar, async ({ params, request, reply }) => {
    const { booking, parties } = await findVisible(deps.db, signedIn(request), params.bookingId)
    if (booking.status === 'cancelled') throw new NotFound('This session is cancelled.')
    const met = await withMeeters(deps.db, booking)
    const content =
      parties[0] === 'coach' ? await coachsCalendarFileOf(deps.db, met, deps.env) : calendarFileOf(met, deps.env)
    if (!content) throw new NotFound('This session has no date for a calendar.')
    return (
      reply
        .type('text/calendar; charset=utf-8')
        // Not `attachment`: an iPhone then offers to add it to the calendar.
        .header('content-disposition', 'inline; filename="level-up-session.ics"')
        .send(content)
    )
  })

  serve(app, numberCalls.listOwnNumbers, ({ request }) => listOwnNumbers(deps, signedIn(request)))

  serve(app, feedCalls.readCalendarFeed, async ({ params, request }) => {
    const since = await feedSince(deps.db, feedOf(request, params.as))
    return { since: since?.toISOString() ?? null }
  })

  serve(app, feedCalls.makeCalendarFeed, async ({ params, request }) => {
    const { url, since } = await makeFeed(deps, feedOf(request, params.as))
    return { url, since: since.toISOString() }
  })

  serve(app, feedCalls.endCalendarFeed, async ({ params, request }) => {
    await endFeed(deps.db, feedOf(request, params.as))
    return { since: null }
  })

  serve(app, feedCalls.calendarFeed, async ({ params, reply }) =>
    reply
      .type('text/calendar; charset=utf-8')
      .headers({ 'cache-control': 'private, max-age=300', 'x-robots-tag': 'noindex' })
      .send(await readFeed(deps, params.file)),
  )
}

/** The caller's own feed. Throws `NotAllowed` for who is no coach, or no owner. */
function feedOf(request: FastifyRequest, as: FeedKind) {
  const account = signedIn(request)
  if (as === 'coach') ownCoach(request)
  else if (!account.isOwner) throw new NotAllowed('Only owners see all sessions.')
  return { userId: account.id, as }
}
