import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { alertStaff } from '#src/features/accounts/server/accounts.ts'
import { coachApplications } from '#src/features/applications/server/table.ts'
import { guaranteeClaims } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { contacts } from '#src/features/contacts/server/table.ts'
import { paymentProblems } from '#src/features/payments/server/table.ts'
import { ratings } from '#src/features/ratings/server/table.ts'
import { successStories } from '#src/features/stories/server/table.ts'
import type { Db } from '#src/platform/database/db.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { showLongDate } from '#src/shared/times.ts'
import { addDays, wallClock } from '#src/shared/zones.ts'
import { showInsights } from './insights.ts'

/** From this hour of the business's morning on yesterday is told; asked each hour, sent once. */
const digestTime = '07:00'

export const sendDigest = defineJob('insights.send-digest')

/** Mails the owners yesterday in figures and what waits for them: once a day, and not when there is nothing to tell. */
export async function mailDigest(deps: Deps): Promise<void> {
  const { date, time } = wallClock(deps.now(), deps.env.businessTimeZone)
  if (time < digestTime) return
  const yesterday = addDays(date, -1)
  const [{ totals }, waiting] = await Promise.all([showInsights(deps, yesterday, yesterday), countWaiting(deps.db)])
  const isQuiet = Object.values(totals).every((figure) => Number(figure) === 0)
  if (isQuiet && waiting.length === 0) return
  await deps.db.transaction((tx) =>
    alertStaff(deps, tx, 'digest', {
      dedupeKey: `digest:${date}`,
      subject: `Yesterday: ${counted(totals.bookings, 'booking', 'bookings')}, $${totals.revenue}`,
      paragraphs: [`This was ${showLongDate(yesterday)}.`],
      facts: [
        ['Bookings made', `${totals.bookings} for $${totals.revenue}`],
        ['Given back', `$${totals.refunds}`],
        [
          'Sessions',
          `${totals.completed} took place, ${totals.cancelled} cancelled, ${totals.noShows} without the player`,
        ],
      ],
      sections: [{ heading: 'What waits', lines: waiting.length > 0 ? waiting : ['Nothing waits for you.'] }],
      action: { label: 'Open the dashboard', owner: '/owner' },
    }),
  )
}

/** What waits for the team, a line for each kind there is. */
async function countWaiting(db: Db): Promise<string[]> {
  const counts: [count: Promise<number>, one: string, many: string][] = [
    [db.$count(contacts, isNull(contacts.answeredAt)), 'inquiry without an answer', 'inquiries without an answer'],
    [db.$count(paymentProblems, isNull(paymentProblems.resolvedAt)), 'payment problem', 'payment problems'],
    [db.$count(guaranteeClaims, eq(guaranteeClaims.status, 'open')), 'guarantee claim', 'guarantee claims'],
    [db.$count(coachApplications, eq(coachApplications.status, 'pending')), 'application', 'applications'],
    [db.$count(coaches, isReady), 'coach who can go live', 'coaches who can go live'],
    [db.$count(ratings, isUndecided(ratings)), 'rating to read', 'ratings to read'],
    [db.$count(successStories, isUndecided(successStories)), 'story to read', 'stories to read'],
  ]
  const lines = await Promise.all(counts.map(async ([count, one, many]) => ({ count: await count, one, many })))
  return lines.filter(({ count }) => count > 0).map(({ count, one, many }) => counted(count, one, many))
}

const isReady = and(eq(coaches.isActive, false), isNotNull(coaches.userId), isNotNull(coaches.hoursConfirmedAt))

const isUndecided = ({ isApproved, rejectReason }: typeof ratings | typeof successStories) =>
  and(eq(isApproved, false), isNull(rejectReason))

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
