import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import { atMost, instantSchema } from '#src/shared/fields.ts'
import { feedKinds } from './feed-kinds.ts'

const params = z.object({ as: z.enum(feedKinds) })
/** When the address was made; null: there is none. */
const since = z.nullable(instantSchema)

export const readCalendarFeed = defineCall({
  method: 'GET',
  path: '/api/calendar-feeds/:as',
  who: 'coach-or-staff',
  summary: 'Whether the caller has a private address for calendar programs, and since when; never the address itself',
  params,
  reply: z.object({ since }),
})

export const makeCalendarFeed = defineCall({
  method: 'POST',
  path: '/api/calendar-feeds/:as',
  who: 'coach-or-staff',
  summary: 'Make such an address, said this once; one made before ends',
  confirm: true,
  limits: [{ by: 'account', times: 20, minutes: 60 }],
  sentence: 'made a private calendar address',
  params,
  reply: z.object({ since, url: z.string() }),
})

export const endCalendarFeed = defineCall({
  method: 'DELETE',
  path: '/api/calendar-feeds/:as',
  who: 'coach-or-staff',
  summary: 'End the caller’s address',
  limits: [{ by: 'account', times: 60, minutes: 60 }],
  sentence: 'ended their own calendar address',
  params,
  reply: z.object({ since: z.null() }),
})

export const calendarFeed = defineCall({
  method: 'GET',
  path: '/calendar/:file',
  who: 'everybody',
  summary: 'The sessions of 30 days back and 90 ahead, for calendar programs: `file` is the secret and `.ics`',
  download: 'text/calendar',
  // A calendar service asks for all its users from few addresses.
  limits: [{ by: 'address', times: 300, minutes: 10 }],
  params: z.object({ file: z.string().check(atMost(100)) }),
  reply: z.any(),
})
