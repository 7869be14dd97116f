import { eq } from 'drizzle-orm'
import { alertStaff } from '#src/accounts/server/accounts.ts'
import { newId } from '#src/server/columns.ts'
import type { Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { showDollars } from '#src/shared/money.ts'
import { showShortDate } from '#src/shared/times.ts'
import { orders, type paymentProblems } from './table.ts'

type OrderRow = typeof orders.$inferSelect
type ProblemRow = typeof paymentProblems.$inferSelect

const toMoney = (label: string) => ({ label, owner: '/owner?tab=money' }) as const

/**
 * Tells the team of a dispute over an order, once for each state it comes to. `answerBy` is the last day to answer it
 * (`YYYY-MM-DD`) and `reason` the bank's; null while the provider has told neither.
 */
export async function alertDispute(
  deps: Pick<Deps, 'env'>,
  tx: Tx,
  { id, amount, contactName }: OrderRow,
  { dispute, answerBy, reason }: { dispute: 'open' | 'won' | 'lost'; answerBy: string | null; reason: string | null },
): Promise<void> {
  const money = showDollars(amount)
  const by = answerBy && showShortDate(answerBy)
  const { subject, paragraph } = {
    open: {
      subject: by ? `Dispute: answer by ${by}, ${money}` : `Dispute: answer it soon, ${money}`,
      paragraph: `${contactName} asked the bank for ${money}${reason ? `: '${reason}'` : ''}. Without an answer ${by ? `by ${by}` : 'in time'} it is lost.`,
    },
    won: {
      subject: `Dispute won: we keep ${money}`,
      paragraph: `The bank has decided for us: ${contactName}'s ${money} stays.`,
    },
    lost: {
      subject: `Dispute lost: ${money} is gone`,
      paragraph: `The bank has decided for ${contactName}, and took ${money} back.`,
    },
  }[dispute]
  await alertStaff(deps, tx, 'dispute', {
    dedupeKey: `dispute-alert:${id}:${dispute}`,
    subject,
    paragraphs: [paragraph],
    action: toMoney(dispute === 'open' ? 'Answer the dispute' : 'Open the money desk'),
  })
}

/** Tells the team of a payment that only a person can settle. */
export async function alertProblem(deps: Pick<Deps, 'env'>, tx: Tx, { orderId, text }: ProblemRow): Promise<void> {
  const [order] = orderId ? await tx.select().from(orders).where(eq(orders.id, orderId)) : []
  await alertStaff(deps, tx, 'problem', {
    dedupeKey: `problem-alert:${orderId ?? 'none'}:${newId()}`,
    subject: order
      ? `Payment problem: ${showDollars(order.amount)} from ${order.contactName}`
      : 'Payment problem: money that belongs to no order',
    paragraphs: [`${text} Nothing is lost; somebody has to look.`],
    action: toMoney('Look at it'),
  })
}
