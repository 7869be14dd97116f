import { and, desc, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { profiles } from '#src/features/accounts/server/table.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { SessionState } from '#src/features/sessions/contract.ts'
import {
  aroundStart,
  joinMinutes,
  otherSide,
  type Saying,
  type Side,
  sayings,
  whyNotSay,
} from '#src/features/sessions/outcomes.ts'
import type { Db } from '#src/platform/database/db.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { choicesOf, proposalsOf } from './call-offs/states.ts'
import { askedOf, questionsOf } from './outcomes/states.ts'
import { presentIntake } from './preparation/intakes.ts'
import { checkIns, choices, intakes, outages, questions } from './table.ts'

const minute = 60_000
/** For how long after a session its state is told, in milliseconds; longer while something about it is open. */
export const toldFor = 7 * 24 * 60 * minute
/** At most so many of one side: those ahead come first. */
const most = 200

/**
 * What stands around a person's sessions, as their player and as their coach: those ahead, those of the last week, and
 * those with an open question or choice. Takes the same few queries for one session and for many.
 */
export async function listSessionStates({ db, now }: Deps, account: Account): Promise<SessionState[]> {
  const at = now()
  const asPlayer = await rowsOf(db, eq(bookings.playerId, account.id), at)
  const asCoach = account.emailVerified
    ? await rowsOf(
        db,
        and(eq(coaches.userId, account.id), or(isNull(bookings.playerId), ne(bookings.playerId, account.id))),
        at,
      )
    : []
  const ids = [...asPlayer, ...asCoach].map(({ booking }) => booking.id)
  if (ids.length === 0) return []
  const pressed = await db.select().from(checkIns).where(inArray(checkIns.bookingId, ids))
  const questionOf = await questionsOf(db, ids)
  const choiceOf = await choicesOf(db, ids)
  const proposalOf = await proposalsOf(db, ids)
  const down = await db
    .select()
    .from(outages)
    .where(gt(outages.to, new Date(+at - toldFor)))

  const present = (row: Row, as: Side): SessionState => {
    const { booking, intake } = row
    const { id, startsAt } = booking
    const here = (side: Side) =>
      pressed.find((each) => each.bookingId === id && each.side === side && +each.startsAt === +(startsAt ?? 0))?.at ??
      null
    const isHere = { player: here('player'), coach: here('coach') }
    const question = questionOf.get(id) ?? null
    // What the coach before wrote to the player is nothing of the next one's.
    const about = choiceOf.get(id)
    const choice = about && (as === 'player' || about.isOfCoach) ? about.choice : null
    const near = startsAt && aroundStart(startsAt)
    const hadOutage = near !== null && down.some(({ from, to }) => to && to > near.from && from < near.to)
    return {
      bookingId: id,
      as,
      startsAt: startsAt?.toISOString() ?? null,
      otherName: as === 'player' ? booking.coachName : booking.customerName,
      serviceName: booking.serviceName,
      intake: as === 'coach' && !isForCoach(booking, at) ? null : presentIntake(intake),
      watchedAt: intake?.watchedAt?.toISOString() ?? null,
      checkedAt: intake?.checkedAt?.toISOString() ?? null,
      join: isCalledOff(choice) ? null : joinOf(row, as, isHere, at),
      sayings: Object.fromEntries(
        sayings.map((says) => [
          says,
          whyNotSay({ session: booking, here: isHere, hadOutage, asked: askedOf(question) }, { says, by: as }, at),
        ]),
      ) as Record<Saying, string | null>,
      question,
      choice,
      proposal: proposalOf.get(id) ?? null,
    }
  }
  return [...asPlayer.map((row) => present(row, 'player')), ...asCoach.map((row) => present(row, 'coach'))]
}

/** What players tell is for the coach of a session that takes place, and for a week after it. */
function isForCoach({ status, endsAt }: { status: string; endsAt: Date | null }, now: Date): boolean {
  return status !== 'cancelled' && (!endsAt || +endsAt > +now - toldFor)
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

function rowsOf(db: Db, whose: SQL | undefined, now: Date) {
  // While its coach still answers questions and ticks what they owe.
  const isAnswered = sql`${bookings.endsAt} + make_interval(days => (${bookings.owed} ->> 'questionDays')::int) > ${now.toISOString()}`
  const isRecent = or(isNull(bookings.endsAt), gt(bookings.endsAt, new Date(+now - toldFor)), isAnswered)
  const hasOpen = sql`(exists (select from ${questions} where ${questions.bookingId} = ${bookings.id} and ${questions.state} <> 'settled')
    or exists (select from ${choices} where ${choices.bookingId} = ${bookings.id} and ${choices.settledAt} is null))`
  return db
    .select({
      booking: {
        id: bookings.id,
        status: bookings.status,
        startsAt: bookings.startsAt,
        endsAt: bookings.endsAt,
        seatId: bookings.seatId,
        serviceName: bookings.serviceName,
        coachName: bookings.coachName,
        customerName: bookings.customerName,
      },
      intake: intakes,
      room: coaches.roomUrl,
      coachDiscord: coaches.discordUsername,
      handles: profiles.handles,
    })
    .from(bookings)
    .leftJoin(coaches, eq(coaches.id, bookings.coachId))
    .leftJoin(profiles, eq(profiles.userId, bookings.playerId))
    .leftJoin(intakes, eq(intakes.bookingId, bookings.id))
    .where(and(whose, or(isRecent, hasOpen)))
    .orderBy(desc(bookings.startsAt))
    .limit(most)
}

/** Nobody comes, while the player still chooses. */
function isCalledOff(choice: SessionState['choice']): boolean {
  return choice?.cause === 'called-off' && choice.settledAt === null
}

type Here = Record<Side, Date | null>

/** Where the two meet, while they can. */
function joinOf({ booking, room, coachDiscord, handles }: Row, as: Side, here: Here, now: Date): SessionState['join'] {
  const { status, startsAt, endsAt } = booking
  if (status !== 'confirmed' || !startsAt || !endsAt || endsAt <= now) return null
  return {
    from: new Date(+startsAt - joinMinutes * minute).toISOString(),
    until: endsAt.toISOString(),
    you: here[as]?.toISOString() ?? null,
    other: here[otherSide[as]]?.toISOString() ?? null,
    room,
    discord: as === 'player' ? coachDiscord : (handles?.discord ?? null),
  }
}
