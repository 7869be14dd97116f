import { and, desc, eq, ne, not, or, sql } from 'drizzle-orm'
import { users } from '#src/features/accounts/server/table.ts'
import { bookings, guaranteeClaims } from '#src/features/bookings/server/table.ts'
import { blocks, coaches } from '#src/features/coaches/server/table.ts'
import { saidWords } from '#src/features/sessions/outcome-words.ts'
import { problemLabels } from '#src/features/sessions/safety.ts'
import { mayBeAbout } from '#src/features/sessions/server/sessions.ts'
import { questions, reports } from '#src/features/sessions/server/table.ts'
import { firstWords } from '../waiting-lines.ts'
import { type About, atMost, type Section } from './about.ts'

/** What was said of sessions that the person booked or coaches, which the other side was asked about. */
export async function questionsAbout({ db, person }: About): Promise<Section> {
  const isTheirs = or(
    eq(bookings.playerId, person.id),
    person.coach ? eq(bookings.coachId, person.coach.id) : undefined,
  )
  const rows = await db
    .select({ question: questions, booking: bookings })
    .from(questions)
    .innerJoin(bookings, eq(bookings.id, questions.bookingId))
    .where(isTheirs)
    .orderBy(desc(questions.askedAt))
    .limit(atMost)
  const marks = {
    waiting: { tone: 'neutral', text: 'Asked' },
    staff: { tone: 'warn', text: 'For our team' },
    settled: { tone: 'good', text: 'Settled' },
  } as const
  return {
    all: null,
    lines: rows.map(({ question, booking: { id, customerName, coachName, serviceName, number } }) => ({
      id: question.id,
      title: saidWords(question, { player: customerName, coach: coachName }, null),
      text: `${serviceName}, booking ${number}`,
      at: question.askedAt.toISOString(),
      mark: marks[question.state],
      to: `/sessions/${id}?as=staff`,
    })),
  }
}

/** Reports by the person and about sessions of theirs: none that may be about the reader (SAFE-1). */
export async function reportsAbout({ db, staff, person }: About): Promise<Section> {
  const isTheirs = or(
    eq(bookings.playerId, person.id),
    eq(reports.reporterId, person.id),
    person.coach ? eq(reports.coachId, person.coach.id) : undefined,
  )
  const rows = await db
    .select({ report: reports, booking: bookings, coachName: coaches.name })
    .from(reports)
    .innerJoin(bookings, eq(bookings.id, reports.bookingId))
    .leftJoin(coaches, eq(coaches.id, reports.coachId))
    .where(and(isTheirs, not(mayBeAbout(staff.id))))
    .orderBy(desc(reports.createdAt))
    .limit(atMost)
  return {
    all: null,
    lines: rows.map(({ report: { id, by, problem, words, upheld, createdAt }, booking, coachName }) => ({
      id,
      title: `${by === 'player' ? booking.customerName : (coachName ?? booking.coachName)}: ${problemLabels[problem]}`,
      text: [`Booking ${booking.number}`, words && firstWords(words)].filter(Boolean).join(', '),
      at: createdAt.toISOString(),
      mark:
        upheld === null
          ? { tone: 'warn', text: 'For our team' }
          : { tone: 'neutral', text: upheld ? 'We agreed' : 'We did not agree' },
      // Open ones stand above the bookings.
      to: upheld === null ? '/owner' : `/owner?booking=${booking.id}`,
    })),
  }
}

/** Who blocked whom, of the person and others: nothing in which the reader is one of the two. */
export async function blocksBetween({ db, staff, person }: About): Promise<Section> {
  const isTheirs = or(eq(blocks.playerId, person.id), person.coach ? eq(blocks.coachId, person.coach.id) : undefined)
  const isOthers = and(ne(blocks.playerId, staff.id), sql`${coaches.userId} is distinct from ${staff.id}`)
  const rows = await db
    .select({ by: blocks.by, playerId: users.id, playerName: users.name, coach: coaches, createdAt: blocks.createdAt })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.playerId))
    .innerJoin(coaches, eq(coaches.id, blocks.coachId))
    .where(and(isTheirs, isOthers))
    .orderBy(desc(blocks.createdAt))
    .limit(atMost)
  return {
    all: null,
    lines: rows.map(({ by, playerId, playerName, coach, createdAt }) => {
      const [blocker, blocked] = by === 'player' ? [playerName, coach.name] : [coach.name, playerName]
      const other = playerId === person.id ? coach.userId : playerId
      return {
        id: `${playerId} ${coach.id} ${by}`,
        title: `${blocker} blocked ${blocked}`,
        ...{ text: null, at: createdAt.toISOString(), mark: null, to: other && `/people/${other}` },
      }
    }),
  }
}

/** What the person asked of the guarantee. */
export async function claims({ db, person }: About): Promise<Section> {
  const rows = await db
    .select({ claim: guaranteeClaims, booking: bookings })
    .from(guaranteeClaims)
    .innerJoin(bookings, eq(bookings.id, guaranteeClaims.bookingId))
    .where(eq(bookings.playerId, person.id))
    .orderBy(desc(guaranteeClaims.createdAt))
    .limit(atMost)
  const marks = {
    open: { tone: 'warn', text: 'To decide' },
    refunded: { tone: 'good', text: 'Refunded' },
    'another-coach': { tone: 'good', text: 'Another coach' },
    declined: { tone: 'neutral', text: 'Declined' },
  } as const
  return {
    all: null,
    lines: rows.map(({ claim: { id, reason, status, createdAt }, booking }) => ({
      ...{ id, title: `${booking.serviceName} with ${booking.coachName}`, text: firstWords(reason) },
      ...{ at: createdAt.toISOString(), mark: marks[status] },
      to: status === 'open' ? '/owner?tab=money' : `/owner?booking=${booking.id}`,
    })),
  }
}
