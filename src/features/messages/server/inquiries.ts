import { and, eq, inArray } from 'drizzle-orm'
import { areApart } from '#src/features/coaches/server/coaches.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { deleteThreads } from './delete-threads.ts'
import type { Place } from './places.ts'
import { messages, threads } from './table.ts'

/** An inquiry as `contacts` keeps it; `userId` is the account that wrote it. */
type Inquiry = { id: string; userId: string | null; name: string; email: string; message: string; createdAt: Date }

/** Opens the conversation of an inquiry, which has the inquiry's id, with what was asked as its first message. Before the inquiry's own row. */
export async function openInquiry(
  tx: Tx | Db,
  { id, userId, name, email, message, createdAt }: Inquiry,
): Promise<void> {
  const opened = { lastNumber: 1, lastMessageAt: createdAt, waitingSince: createdAt, createdAt }
  await tx.insert(threads).values({ id, isInquiry: true, ...opened })
  const first = { threadId: id, number: 1, side: 'inquirer', content: message, createdAt } as const
  await tx.insert(messages).values({ ...first, senderId: userId, senderName: name, senderEmail: email })
}

/** Says since when an inquiry waits for the team; null: it does not. */
export async function letInquiryWait(tx: Tx, id: string, waitingSince: Date | null): Promise<void> {
  await tx.update(threads).set({ waitingSince }).where(isInquiry(id))
}

/**
 * The place of an account in an inquiry's conversation: the writer's if it wrote it, also for owners, else the team's for
 * owners (WHO-2). An address that was only typed gives nobody a place. Throws `NotFound`.
 */
export async function placeInInquiry(db: Db, account: Account, contactId: string): Promise<Place> {
  const [first] = await db
    .select({ writerId: messages.senderId })
    .from(threads)
    .innerJoin(messages, and(eq(messages.threadId, threads.id), eq(messages.number, 1)))
    .where(isInquiry(contactId))
  const isWriter = first?.writerId === account.id
  if (!first || !(isWriter || account.isOwner)) throw new NotFound('This inquiry does not exist.')
  const isBlocked = !isWriter && first.writerId !== null && (await areApart(db, account.id, first.writerId))
  return { subject: { contactId }, side: isWriter ? 'inquirer' : 'staff', isStaff: !isWriter, isBlocked }
}

/** Whether the message before this one of the writer's is the team's. */
export async function isFirstSinceOurs(tx: Tx, id: string, number: number): Promise<boolean> {
  const isBefore = and(eq(messages.threadId, id), eq(messages.number, number - 1), eq(messages.side, 'staff'))
  return (await tx.$count(messages, isBefore)) > 0
}

/** Deletes the conversations of these inquiries, whose own rows must be gone before. */
export async function forgetInquiries(tx: Tx, ids: string[]): Promise<void> {
  const found = await tx
    .select({ id: threads.id })
    .from(threads)
    .where(and(inArray(threads.id, ids), eq(threads.isInquiry, true)))
  await deleteThreads(
    tx,
    found.map(({ id }) => id),
  )
}

const isInquiry = (id: string) => and(eq(threads.id, id), eq(threads.isInquiry, true))
