import { and, desc, eq } from 'drizzle-orm'
import { coachApplications } from '#src/features/applications/server/table.ts'
import { contacts } from '#src/features/contacts/server/table.ts'
import type { PersonLine } from '#src/features/desk/person-contract.ts'
import { ratings } from '#src/features/ratings/server/table.ts'
import { successStories } from '#src/features/stories/server/table.ts'
import { coachTitle } from '#src/shared/games.ts'
import { firstWords } from '../waiting-lines.ts'
import { type About, atMost, type Section } from './about.ts'

/** The person's stars and words about sessions: all for owners, who decide, else what is public. */
export async function ratingsBy({ db, staff, person }: About): Promise<Section> {
  const rows = await db
    .select()
    .from(ratings)
    .where(and(eq(ratings.userId, person.id), staff.isOwner ? undefined : eq(ratings.isApproved, true)))
    .orderBy(desc(ratings.createdAt))
    .limit(atMost)
  return {
    all: null,
    lines: rows.map((row) => ({
      ...{
        id: row.id,
        title: `${row.rating} of 5 stars for ${row.coachName}`,
        text: row.review && firstWords(row.review),
      },
      ...{ at: row.createdAt.toISOString(), mark: markOf(row) },
      to: staff.isOwner && !row.rejectReason ? '/owner?tab=ratings' : `/owner?booking=${row.bookingId}`,
    })),
  }
}

/** The stories the person shared. */
export async function storiesBy({ db, person }: About): Promise<Section> {
  const rows = await db
    .select()
    .from(successStories)
    .where(eq(successStories.userId, person.id))
    .orderBy(desc(successStories.createdAt))
    .limit(atMost)
  return {
    all: '/owner?tab=stories',
    lines: rows.map((row) => ({
      ...{
        id: row.id,
        title: `${row.beforeRank} to ${row.afterRank} with ${row.coachName}`,
        text: firstWords(row.story),
      },
      ...{ at: row.createdAt.toISOString(), mark: markOf(row), to: row.rejectReason ? null : '/owner?tab=stories' },
    })),
  }
}

/** What came of a rating or a story. */
function markOf({
  isApproved,
  rejectReason,
}: {
  isApproved: boolean
  rejectReason: string | null
}): PersonLine['mark'] {
  if (isApproved) return { tone: 'good', text: 'Public' }
  return rejectReason ? { tone: 'bad', text: 'Rejected' } : { tone: 'warn', text: 'To decide' }
}

/** What the person asked by the contact form. */
export async function inquiries({ db, person }: About): Promise<Section> {
  const rows = await db
    .select()
    .from(contacts)
    .where(eq(contacts.userId, person.id))
    .orderBy(desc(contacts.createdAt))
    .limit(atMost)
  return {
    all: '/owner?tab=contacts',
    lines: rows.map(({ id, name, message, createdAt, answeredAt }) => ({
      ...{ id, title: `From ${name}`, text: firstWords(message), at: createdAt.toISOString() },
      mark: answeredAt ? { tone: 'good', text: 'Answered' } : { tone: 'warn', text: 'To answer' },
      to: '/owner?tab=contacts',
    })),
  }
}

/** Where the person asked to coach. Admins decide; owners read how it went. */
export async function applicationsOf({ db, staff, person }: About): Promise<Section> {
  const rows = await db
    .select()
    .from(coachApplications)
    .where(eq(coachApplications.userId, person.id))
    .orderBy(desc(coachApplications.createdAt))
    .limit(atMost)
  const marks = {
    pending: { tone: 'warn', text: 'Pending' },
    approved: { tone: 'good', text: 'Approved' },
    rejected: { tone: 'bad', text: 'Rejected' },
  } as const
  return {
    all: staff.isAdmin ? '/admin-sms?tab=applications' : null,
    lines: rows.map(({ id, gameExpertise, currentRank, status, createdAt }) => ({
      ...{ id, title: coachTitle(gameExpertise), text: currentRank, at: createdAt.toISOString(), mark: marks[status] },
      to: staff.isAdmin ? `/admin-sms?application=${id}` : null,
    })),
  }
}
