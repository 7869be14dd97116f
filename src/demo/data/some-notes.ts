import { and, eq, isNotNull } from 'drizzle-orm'
import { aWriteUp, type WriteUpWords } from '#src/demo/a-write-up.ts'
import type { Deps } from '#src/deps.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { messages, threadSides, threads } from '#src/features/messages/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'

const words: WriteUpWords = {
  seen: [
    'You queue cold: the first match decides the evening.',
    'Most of your losses began with one rushed challenge.',
    'Ahead by one you still take risks.',
  ],
  homework: [
    { text: 'Warm up for ten minutes before you queue', done: true },
    { text: 'Watch one lost match a day, and write down the first mistake' },
  ],
  nextStep: 'Stay patient when you are ahead.',
}

/** What a player asked on the day before, and the coach's answer. */
const talks = [
  [
    'Should I bring a replay, or do we play?',
    'Bring one that you lost and do not understand. We watch five minutes of it, then we play.',
  ],
  [
    'I play on a controller. Does that matter?',
    'Not at all. Send me your settings, and I look at them before we meet.',
  ],
  ['Can we look at the end of my matches?', 'Yes. Pick the two that annoy you most.'],
] as const

/** How many minutes coaches take to answer. */
const answerMinutes: Record<string, number> = { VexFlip: 90, RampRiot: 200 }

/**
 * For the demo: a question and its answer before each completed session that owes notes, and the notes where nobody wrote them.
 * It sends no mail.
 */
export async function someNotes(deps: Deps): Promise<void> {
  const { db } = deps
  const owing = await db
    .select({ booking: bookings, coach: users })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(users, eq(users.id, coaches.userId))
    .where(and(eq(bookings.status, 'completed'), isNotNull(bookings.owed)))
  for (const [i, { booking, coach }] of owing.entries()) {
    const askedAt = new Date(Number(booking.startsAt) - 86_400_000)
    const answeredAt = new Date(Number(askedAt) + (answerMinutes[booking.coachName] ?? 25) * 60_000)
    const [question, answer] = talks[i % talks.length]!
    const threadId = newId()
    const byPlayer = {
      ...{ threadId, side: 'player' as const, senderId: booking.playerId },
      ...{ senderName: booking.customerName, senderEmail: booking.customerEmail },
    }
    const byCoach = {
      ...{ threadId, side: 'coach' as const, senderId: coach.id },
      ...{ senderName: booking.coachName, senderEmail: coach.email },
    }
    const opened = { lastNumber: 2, lastMessageAt: answeredAt, createdAt: askedAt }
    await db.insert(threads).values({ id: threadId, bookingId: booking.id, ...opened })
    await db.insert(messages).values([
      { ...byPlayer, number: 1, content: question, createdAt: askedAt },
      { ...byCoach, number: 2, content: answer, createdAt: answeredAt },
    ])
    const seen = { threadId, seen: 2, mailed: 2, lastSeenAt: answeredAt }
    await db.insert(threadSides).values([
      { ...seen, side: 'coach' },
      { ...seen, side: 'player' },
    ])
    if (!booking.notesSentAt) await aWriteUp(deps, booking, words)
  }
}
