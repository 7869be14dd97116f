import { and, desc, eq, ne } from 'drizzle-orm'
import { alertStaff } from '#src/accounts/server/accounts.ts'
import { coachApplications } from '#src/applications/server/table.ts'
import { bookings } from '#src/bookings/server/table.ts'
import { coachEmail } from '#src/coaches/server/coaches.ts'
import type { Side } from '#src/messages/catalogue.ts'
import { type MailContent, mailLayout, queueMail } from '#src/notifications/server/notifications.ts'
import type { Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { defineJob } from '#src/server/jobs.ts'
import { messages, threadSides, threads } from './table.ts'
import { watchForAnswer } from './unanswered.ts'

/** How long somebody has to see a message on the screen before a mail tells them of it, in milliseconds. */
export const quietTime = 2 * 60_000

/** `mailNow`: tell the player or applicant at once, and whatever mail they had before. */
type News = { threadId: string; number: number; mailNow: boolean }

export const mailWhoIsAway = defineJob<News>('mail-who-is-away')

/** Where a side is reached: its address (of the team many, which `alertStaff` knows), what the thread is about in words, and the page it is on. */
type Contact = { side: Side; to: string | null; about: string; path: `/${string}` }

/** Plans to look, a little later or now, who has not seen the message of this number. */
export async function tellWhoIsAway(deps: Deps, tx: Tx, news: News): Promise<void> {
  const later = { startAfter: new Date(deps.now().getTime() + quietTime) }
  await deps.jobs.add(tx, mailWhoIsAway, news, news.mailNow ? {} : later)
}

/**
 * Mails the sides of a thread that have not seen the message of this number: once per absence, so one mail until they
 * have looked again, however much is written meanwhile.
 */
export async function mailAbsentees(deps: Deps, { threadId, number, mailNow }: News): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [thread] = await tx.select().from(threads).where(eq(threads.id, threadId)).for('update')
    if (!thread) return
    if (thread.bookingId) await watchForAnswer(deps, tx, threadId, number)
    for (const { side, to, about, path } of await contactsOf(tx, thread)) {
      const isSide = and(eq(threadSides.threadId, threadId), eq(threadSides.side, side))
      const [state] = await tx.select().from(threadSides).where(isSide)
      const { seen = 0, mailed = 0 } = state ?? {}
      const isDue = mailNow ? side === 'player' || side === 'applicant' : seen < number && mailed <= seen
      if (!isDue) continue
      const [newest] = await tx
        .select({ side: messages.side, senderName: messages.senderName })
        .from(messages)
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
      if (to === null) {
        await alertStaff(deps, tx, 'application-message', {
          dedupeKey: `message:${threadId}:staff:${upTo}`,
          subject: `${from} wrote to you about ${about}`,
          paragraphs: [`${from} wrote about ${about}. Read it and answer on Level Up.`],
          action: { label: 'Open the conversation', admin: path },
        })
        continue
      }
      const mail = awayMail({ to, from, about, url: deps.env.baseUrl + path })
      await queueMail(tx, { dedupeKey: `message:${threadId}:${side}:${upTo}`, ...mail })
    }
  })
}

/** Everybody who may be told by mail. Staff are told of applications only: a booking is between player and coach, until nobody answers (`unanswered.ts`). */
async function contactsOf(tx: Tx, thread: typeof threads.$inferSelect): Promise<Contact[]> {
  if (thread.bookingId) {
    const [booking] = await tx.select().from(bookings).where(eq(bookings.id, thread.bookingId))
    const coach = booking!.coachId && (await coachEmail(tx, booking!.coachId))
    const about = booking!.serviceName
    const contacts: Contact[] = [
      { side: 'player', to: booking!.customerEmail, about, path: `/sessions?thread=${booking!.id}` },
    ]
    if (coach) contacts.push({ side: 'coach', to: coach, about, path: `/coach-dashboard?thread=${booking!.id}` })
    return contacts
  }
  const [application] = await tx.select().from(coachApplications).where(eq(coachApplications.id, thread.applicationId!))
  const email = application!.applicantEmail
  return [
    {
      side: 'applicant',
      to: email,
      about: 'your coach application',
      path: `/applicant-chat?email=${encodeURIComponent(email)}`,
    },
    {
      side: 'staff',
      to: null,
      about: `the application of ${application!.applicantName}`,
      path: `/admin-sms?application=${application!.id}`,
    },
  ]
}

/** Who wrote, by their part in the thread and then by name: anybody may be called "Support". Staff speak with one voice. */
function writerOf({ side, senderName }: { side: Side; senderName: string }): string {
  return {
    staff: 'Our team',
    coach: `Coach ${senderName}`,
    player: `Player ${senderName}`,
    applicant: `Applicant ${senderName}`,
  }[side]
}

/** Tells of a message without repeating it: mail is read over shoulders, the thread only by those who belong to it. */
function awayMail({ to, from, about, url }: { to: string; from: string; about: string; url: string }): MailContent {
  return {
    to,
    subject: `${from} wrote to you about ${about}`,
    ...mailLayout({
      title: 'You have a new message',
      paragraphs: [`${from} wrote to you about ${about}. Read it and answer on Level Up.`],
      action: { label: 'Open the conversation', url },
    }),
  }
}
