import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { alertStaff } from '#src/features/accounts/server/accounts.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { coachApplications } from '#src/features/applications/server/table.ts'
import { whyPlayer } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { coachEmail } from '#src/features/coaches/server/coaches.ts'
import type { Side } from '#src/features/messages/rules.ts'
import { composeMail, queueMail } from '#src/features/notifications/server/notifications.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { must } from '#src/shared/must.ts'
import { messages, threadSides, threads } from './table.ts'
import { watchForAnswer } from './unanswered.ts'

/** How long a message may stay unseen before a mail announces it, in milliseconds. */
export const quietTime = 2 * 60_000

/** `mailNow`: mail the player or applicant at once, regardless of earlier mails. */
type News = { threadId: string; number: number; mailNow: boolean }

export const mailWhoIsAway = defineJob<News>('mail-who-is-away')

/**
 * Where a side is reached: its address (null: of the team, which `alertStaff` knows), what the thread is about in words, the page
 * it is on, and why this side is mailed.
 */
type Contact = { side: Side; to: string | null; about: string; path: `/${string}`; why: string }

/** Schedules the check, now or a little later, for readers who have not seen the message with this number. */
export async function tellWhoIsAway(deps: Deps, tx: Tx, news: News): Promise<void> {
  const later = { startAfter: new Date(deps.now().getTime() + quietTime) }
  await deps.jobs.add(tx, mailWhoIsAway, news, news.mailNow ? {} : later)
}

/**
 * Mails the sides of a thread that have not seen the message with this number, once per absence: there is no further
 * mail until they have looked again.
 */
export async function mailAbsentees(deps: Deps, { threadId, number, mailNow }: News): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [thread] = await tx.select().from(threads).where(eq(threads.id, threadId)).for('update')
    if (!thread) return
    if (thread.bookingId) await watchForAnswer(deps, tx, threadId, number)
    for (const { side, to, about, path, why } of await contactsOf(tx, thread)) {
      const isSide = and(eq(threadSides.threadId, threadId), eq(threadSides.side, side))
      const [state] = await tx.select().from(threadSides).where(isSide)
      const { seen = 0, mailed = 0 } = state ?? {}
      const isDue = mailNow ? side === 'player' || side === 'applicant' : seen < number && mailed <= seen
      if (!isDue) continue
      const [newest] = await tx
        .select({
          side: messages.side,
          senderName: messages.senderName,
          isProven: sql<boolean>`${users.emailVerifiedAt} is not null`,
        })
        .from(messages)
        .leftJoin(users, eq(users.id, messages.senderId))
        .where(and(eq(messages.threadId, threadId), ne(messages.side, side)))
        .orderBy(desc(messages.number))
        .limit(1)
      if (!newest) continue
      const upTo = thread.lastNumber
      await tx
        .insert(threadSides)
        .values({ threadId, side, mailed: upTo })
        .onConflictDoUpdate({ target: [threadSides.threadId, threadSides.side], set: { mailed: upTo } })
      const from = writerOf(newest)
      const mail = {
        subject: `${from} wrote to you about ${about}`,
        thread: thread.bookingId ?? thread.applicationId ?? undefined,
      }
      if (to === null) {
        await alertStaff(deps, tx, 'application-message', {
          ...mail,
          title: 'A new message',
          dedupeKey: `message:${threadId}:staff:${upTo}`,
          paragraphs: [`${from} wrote about ${about}. Read it and answer on Level Up.`],
          action: { label: 'Open the conversation', admin: path },
        })
        continue
      }
      // Without the message itself: other people may see the mail.
      await queueMail(deps, tx, {
        ...composeMail(deps.env, {
          ...mail,
          to,
          preheader: 'Read it and answer on Level Up.',
          title: 'You have a new message',
          paragraphs: [`${from} wrote to you about ${about}. Read it and answer on Level Up.`],
          action: { label: 'Open the conversation', url: deps.env.baseUrl + path },
          why,
          // What the team sends on purpose always arrives.
          optOut: mailNow ? undefined : 'messages',
        }),
        dedupeKey: `message:${threadId}:${side}:${upTo}`,
        audience: 'staff',
      })
    }
  })
}

/**
 * The sides that may be mailed. Staff are mailed about applications only: a booking is between player and coach until
 * nobody answers (`unanswered.ts`).
 */
async function contactsOf(tx: Tx, thread: typeof threads.$inferSelect): Promise<Contact[]> {
  if (thread.bookingId) {
    const booking = only(await tx.select().from(bookings).where(eq(bookings.id, thread.bookingId)))
    const coach = booking.coachId && (await coachEmail(tx, booking.coachId))
    const about = `your ${booking.serviceName}`
    const contacts: Contact[] = [
      {
        ...{ side: 'player', to: booking.customerEmail, about, path: `/sessions?thread=${booking.id}` },
        why: whyPlayer(booking),
      },
    ]
    if (coach)
      contacts.push({
        ...{ side: 'coach', to: coach, about, path: `/coach-dashboard?thread=${booking.id}` },
        why: 'You get this because you coach this session.',
      })
    return contacts
  }
  const applicationId = must(thread.applicationId, 'what the thread is about')
  const application = only(await tx.select().from(coachApplications).where(eq(coachApplications.id, applicationId)))
  const email = application.applicantEmail
  return [
    {
      side: 'applicant',
      to: email,
      about: 'your coach application',
      path: `/applicant-chat?email=${encodeURIComponent(email)}`,
      why: 'You get this because somebody applied to coach at Level Up with this e-mail.',
    },
    {
      side: 'staff',
      to: null,
      about: `the application of ${application.applicantName}`,
      path: `/admin-sms?application=${application.id}`,
      why: 'You get this because you are on the team.',
    },
  ]
}

/**
 * The sender, by their part in the thread and then by name, because anybody may be called "Support". A player who has not
 * proved their e-mail has no name here: nobody's mailbox is to carry their words in our name. Staff share one.
 */
function writerOf({ side, senderName, isProven }: { side: Side; senderName: string; isProven: boolean }): string {
  return {
    staff: 'Our team',
    coach: `Coach ${senderName}`,
    player: isProven ? `Player ${senderName}` : 'A player',
    applicant: `Applicant ${senderName}`,
    inquirer: isProven ? senderName : 'Somebody',
  }[side]
}
