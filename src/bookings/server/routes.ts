import { freeHours, listBookings as listBookingsCall } from '#src/bookings/contract.ts'
import type { Noun } from '#src/server/deps.ts'
import { describePage } from '#src/server/pages.ts'
import { serve } from '#src/server/serve.ts'
import { findFreeHours, listBookings, presentBooking, presentHour } from './bookings.ts'

export const routes: Noun = (app, deps) => {
  serve(app, freeHours, async ({ query }) => {
    const offered = await findFreeHours(deps, query)
    const days = Map.groupBy(offered.map(presentHour), (hour) => hour.date)
    return { zone: deps.env.businessTimeZone, days: [...days].map(([date, hours]) => ({ date, hours })) }
  })

  serve(app, listBookingsCall, async ({ query, request, reply }) => {
    const { rows, total } = await listBookings(deps.db, query.cursor)
    describePage(request, reply, rows, total)
    return rows.map(presentBooking)
  })
}
