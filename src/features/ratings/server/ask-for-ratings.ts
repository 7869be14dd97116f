import { and, eq, gt, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { zoneOf } from '#src/features/accounts/server/accounts.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { claimableUntil, findBooking, wereHeld, whyPlayer } from '#src/features/bookings/server/bookings.ts'
import { bookings, guaranteeClaims } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { composeMail, greeting, type MailContent, queueMail } from '#src/features/notifications/server/notifications.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { must } from '#src/shared/must.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { ratings } from './table.ts'

/** Asks for the ratings that are due. */
export const askForRatingsJob = defineJob('ratings.ask')

const hour = 3_600_000
/** How long after a session's end its player is asked, and after how long no more. */
const [askAfterMs, askUntilMs] = [2 * hour, 26 * hour]

/**
 * Mails the players whose session was held two hours ago and has no rating, once each, in a transaction of its own; not where
 * something about it is open.
 */
export async function askForRatings(deps: Deps): Promise<void> {
  for (const session of await findHeld(deps))
    await deps.db
      .transaction((tx) => ask(deps, tx, session))
      .catch((error) => deps.log.error({ err: error, booking: session.id }, 'a rating could not be asked for'))
}

/** Looks one session up at a time: joined to a day's sessions, all ratings, mails and players would be read. */
async function ask(deps: Deps, tx: Tx, session: Session): Promise<void> {
  const dedupeKey = `rating-request:${session.id}`
  if (await tx.$count(deliveries, eq(deliveries.dedupeKey, dedupeKey))) return
  if (await tx.$count(ratings, eq(ratings.bookingId, session.id))) return
  // Whoever wants their money back is not asked for stars.
  if (await tx.$count(guaranteeClaims, eq(guaranteeClaims.bookingId, session.id))) return
  // Who can rate it is the account: the booking's own address may be anybody's.
  const [player] = await tx
    .select({ name: users.name, email: users.email, isEmailProven: sql<boolean>`${users.emailVerifiedAt} is not null` })
    .from(users)
    .where(eq(users.id, session.playerId))
  if (!player) return
  const booking = must(await findBooking(tx, session.id), 'the session')
  const until = await claimableUntil(tx, booking, deps.now())
  const mail = requestMail(deps, session, player, until && showMoment(until, await zoneOf(deps, tx, player.email)))
  await queueMail(deps, tx, { dedupeKey, audience: 'staff', ...mail })
}

type Session = Awaited<ReturnType<typeof findHeld>>[number]

/** More than a day has; it tells PostgreSQL to read by the index. */
const mostADay = 5_000

/** The sessions of a day that ended two hours ago or earlier. */
async function findHeld({ db, now }: Deps) {
  const endedBy = new Date(now().getTime() - askAfterMs)
  const endedSince = new Date(now().getTime() - askUntilMs)
  return db
    .select({
      id: bookings.id,
      playerId: sql<string>`${bookings.playerId}`,
      serviceName: bookings.serviceName,
      coachName: bookings.coachName,
      termsVersion: bookings.termsVersion,
      paymentId: bookings.paymentId,
    })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .where(
      and(
        // The index knows when a session starts; none takes a day.
        gt(bookings.startsAt, sql`${endedSince.toISOString()}::timestamptz - interval '1 day'`),
        lte(bookings.startsAt, endedBy),
        gt(bookings.endsAt, endedSince),
        lte(bookings.endsAt, endedBy),
        wereHeld(endedBy),
        eq(bookings.isQuestioned, false),
        isNull(bookings.dispute),
        isNotNull(bookings.playerId),
        // Nobody rates themselves.
        or(isNull(coaches.userId), ne(coaches.userId, bookings.playerId)),
      ),
    )
    .orderBy(bookings.startsAt)
    .limit(mostADay)
}

type Player = { name: string; email: string; isEmailProven: boolean }

/** `guaranteeUntil`: in words; null: it was not their first paid session. */
function requestMail(
  { env }: Deps,
  { id, ...session }: Session,
  { name, email, isEmailProven }: Player,
  guaranteeUntil: string | null,
): MailContent {
  const { serviceName, coachName, termsVersion } = session
  return composeMail(env, {
    to: email,
    subject: `How was your session with ${coachName}?`,
    preheader: 'One to five stars, and a word if you like.',
    title: 'How was it?',
    paragraphs: [
      `${greeting(name, isEmailProven)} your ${serviceName} with ${coachName} is over.`,
      'Give one to five stars, and say what you took away from it if you like. We read it before it stands on your coach’s page, with the first part of your name, what you booked and the rank your profile names.',
      ...(guaranteeUntil
        ? [
            `Not right? Your guarantee runs until ${guaranteeUntil}: your money back or a different coach. Claim it in My Sessions.`,
          ]
        : []),
    ],
    action: { label: 'Rate it', url: `${env.baseUrl}/sessions?rate=${id}` },
    why: whyPlayer(session),
    thread: id,
    optOut: 'ratings',
    termsVersion,
  })
}
