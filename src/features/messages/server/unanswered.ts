import { and, eq, gt, inArray, max } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { alertStaff, notVerified } from '#src/features/accounts/server/accounts.ts'
import { isKnown, isUnproven, playerName, withMeeters } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { answerMinutes } from '#src/features/messages/rules.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { messages, threadSides, threads } from './table.ts'

type Waiting = { threadId: string; number: number }

export const alertUnanswered = defineJob<Waiting>('messages.alert-unanswered')

/** Schedules a check of whether a player's still unread message with this number gets read. */
export async function watchForAnswer(deps: Deps, tx: Tx, threadId: string, number: number): Promise<void> {
  const [message] = await tx
    .select()
    .from(messages)
    .where(and(isPlayers(threadId), eq(messages.number, number)))
  if (!message || (await readBySomebody(tx, threadId)) >= number) return
  const startAfter = new Date(message.createdAt.getTime() + answerMinutes * 60_000)
  await deps.jobs.add(tx, alertUnanswered, { threadId, number }, { startAfter })
}

/**
 * Notifies the team of a player's message that neither the coach nor the team has read or answered: once until one of
 * them has.
 */
export async function alertWhenUnanswered(deps: Deps, { threadId, number }: Waiting): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [thread] = await tx
      .select({ lastNumber: threads.lastNumber, booking: bookings })
      .from(threads)
      .innerJoin(bookings, eq(bookings.id, threads.bookingId))
      .where(eq(threads.id, threadId))
      .for('update', { of: threads })
    if (!thread) return
    const isTeam = and(eq(threadSides.threadId, threadId), eq(threadSides.side, 'staff'))
    const [team] = await tx.select({ mailed: threadSides.mailed }).from(threadSides).where(isTeam)
    const read = await readBySomebody(tx, threadId)
    if (read >= number || (team?.mailed ?? 0) > read) return
    const [message] = await tx
      .select()
      .from(messages)
      .where(and(isPlayers(threadId), gt(messages.number, read)))
      .orderBy(messages.number)
      .limit(1)
    if (!message) return
    const mailed = thread.lastNumber
    await tx
      .insert(threadSides)
      .values({ threadId, side: 'staff', mailed })
      .onConflictDoUpdate({ target: [threadSides.threadId, threadSides.side], set: { mailed } })
    const booking = await withMeeters(tx, thread.booking)
    const { id, serviceName, coachName } = booking
    const said = isKnown(booking) ? message.content : withoutLinks(message.content)
    const words = said.length > 120 ? `${said.slice(0, 120)}…` : said
    await alertStaff(deps, tx, 'unanswered', {
      dedupeKey: `unanswered:${threadId}:${number}`,
      thread: id,
      subject: `${isKnown(booking) ? message.senderName : playerName(booking)} is waiting for an answer`,
      title: 'A message without an answer',
      preheader: 'Nobody has answered for 15 minutes.',
      paragraphs: [`'${words}' Nobody has answered for 15 minutes.`],
      facts: [
        ['Session', serviceName],
        ['Coach', coachName],
        ['Player', message.senderName],
        ...(isUnproven(booking) ? [notVerified] : []),
      ],
      action: {
        label: 'Answer',
        owner: `/owner?tab=messages&booking=${id}`,
        admin: `/admin-sms?booking=${id}&mode=message`,
      },
    })
  })
}

/** The words of who has neither paid nor proved anything: our mail leads nobody where they want. */
function withoutLinks(text: string): string {
  return text
    .split(' ')
    .map((word) => (/:\/\/|\.[a-z]{2}/i.test(word) ? '(link)' : word))
    .join(' ')
}

const isPlayers = (threadId: string) => and(eq(messages.threadId, threadId), eq(messages.side, 'player'))

/** The number of the last message that the coach or the team had on their screen; writing is reading. */
async function readBySomebody(db: Db | Tx, threadId: string): Promise<number> {
  const isTheirs = and(eq(threadSides.threadId, threadId), inArray(threadSides.side, ['coach', 'staff']))
  const [seen] = await db
    .select({ number: max(threadSides.seen) })
    .from(threadSides)
    .where(isTheirs)
  return seen?.number ?? 0
}
