import type { Deps } from '#src/deps.ts'
import { alertStaff } from '#src/features/accounts/server/accounts.ts'
import { countedKind } from '#src/features/desk/waiting-kinds.ts'
import { showInsights } from '#src/features/insights/server/insights.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { showLongDate } from '#src/shared/times.ts'
import { addDays, wallClock } from '#src/shared/zones.ts'
import { listWaiting } from './waiting.ts'

/** From this hour of the business's morning on yesterday is told; asked each hour, sent once. */
const digestTime = '07:00'

export const sendDigest = defineJob('desk.send-digest')

/** Mails the owners yesterday in figures and what waits for them: once a day, and not when there is nothing to tell. */
export async function mailDigest(deps: Deps): Promise<void> {
  const { date, time } = wallClock(deps.now(), deps.env.businessTimeZone)
  if (time < digestTime) return
  const yesterday = addDays(date, -1)
  const owner = { isOwner: true, isAdmin: false }
  const [{ totals }, groups] = await Promise.all([showInsights(deps, yesterday, yesterday), listWaiting(deps, owner)])
  const isQuiet = Object.values(totals).every((figure) => Number(figure) === 0)
  // Owners do not decide applications (WHO-2): the tab of roles says who does.
  const waiting = groups.map(
    ({ kind, count, to }) =>
      `${countedKind(kind, count)}${kind === 'application' ? ' for your admins' : ''}: ${deps.env.baseUrl}${to}`,
  )
  if (isQuiet && waiting.length === 0) return
  await deps.db.transaction((tx) =>
    alertStaff(deps, tx, 'digest', {
      dedupeKey: `digest:${date}`,
      subject: `Yesterday: ${totals.bookings} ${totals.bookings === 1 ? 'booking' : 'bookings'}, $${totals.revenue}`,
      title: 'Your day, and the one before',
      paragraphs: [`This was ${showLongDate(yesterday)}.`],
      facts: [
        ['Bookings made', `${totals.bookings} for $${totals.revenue}`],
        ['Refunded', `$${totals.refunds}`],
        ['With the bank', `$${totals.disputed}`],
        ['Sessions', `${totals.held} took place, ${totals.cancelled} cancelled, ${totals.noShows} without the player`],
      ],
      sections: [{ heading: 'What waits', lines: waiting.length > 0 ? waiting : ['Nothing waits for you.'] }],
      action: { label: 'Open Today', owner: '/today' },
    }),
  )
}
