import { eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { hasProvenEmail } from '#src/features/accounts/server/accounts.ts'
import { profiles } from '#src/features/accounts/server/table.ts'
import { findCoach } from '#src/features/coaches/server/coaches.ts'
import {
  composeMail,
  greeting,
  type MailContent,
  queueMail,
  queueOwnSms,
} from '#src/features/notifications/server/notifications.ts'
import type { Env } from '#src/platform/config/env.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import type { Intent } from '#src/providers/stripe.ts'
import { showDollars } from '#src/shared/money.ts'
import { showSession } from '#src/shared/session-times.ts'
import { writeRefund } from './money-desk/refunds.ts'
import type { OrderRow } from './orders.ts'
import { orders } from './table.ts'

/** The payment came after its hour was gone: refunds everything and notifies the player. Returns the order as it is then. */
export async function refundLate(deps: Deps, tx: Tx, order: OrderRow, intent: Intent): Promise<OrderRow> {
  await writeRefund(deps, tx, order, { kind: 'late-payment', id: order.id }, order.amount)
  const refunded = await tx
    .update(orders)
    .set({ status: 'refunded', network: null, intentId: intent.id, settledAt: deps.now(), fee: intent.fee })
    .where(eq(orders.id, order.id))
    .returning()
  const isEmailProven = await hasProvenEmail(tx, order.playerId, order.contactEmail)
  const [profile] = await tx.select({ zone: profiles.zone }).from(profiles).where(eq(profiles.userId, order.playerId))
  const wanted = order.wantedCoachId ? await findCoach(tx, order.wantedCoachId) : null
  const late = { isEmailProven, playerZone: profile?.zone ?? null, coach: wanted?.isActive ? wanted : null }
  const mail = lateRefundMail({ ...order, ...late }, deps.env)
  await queueMail(deps, tx, { dedupeKey: `late-refund:${order.id}`, audience: 'staff', ...mail })
  if (order.contactPhone)
    await queueOwnSms(deps, tx, {
      dedupeKey: `late-refund:${order.id}:sms`,
      audience: 'staff',
      to: order.contactPhone,
      text: lateRefundSms(order),
    })
  return only(refunded)
}

/** What the mail about a late payment tells of an order. */
export type LateOrder = {
  id: string
  contactName: string
  contactEmail: string
  /** Whether the player has verified this e-mail. */
  isEmailProven: boolean
  /** The player's own time zone; null: unknown. */
  playerZone: string | null
  /** The wanted coach; null: any coach, or one no longer on our site. */
  coach: { name: string; slug: string } | null
  serviceName: string
  minutes: number
  startsAt: Date | null
  /** Cents. */
  amount: number
}

/** To a player whose payment came when the hour was gone: nothing is booked, all the money goes back. */
export function lateRefundMail(
  order: LateOrder,
  env: Pick<Env, 'baseUrl' | 'mailFrom' | 'seller' | 'businessTimeZone'>,
): MailContent {
  const { coach, startsAt, serviceName, minutes, playerZone } = order
  const { businessTimeZone: zone, baseUrl } = env
  const amount = showDollars(order.amount)
  const when = startsAt && showSession(sessionOf(startsAt, minutes, zone), playerZone ?? zone)
  return composeMail(env, {
    to: order.contactEmail,
    subject: `Your hour was gone: ${amount} is on its way back`,
    preheader: 'Nothing is booked. You get all of your money back.',
    title: 'Sorry: nothing is booked',
    paragraphs: [
      `${greeting(order.contactName, order.isEmailProven)} when your payment of ${amount} reached us, the hour you chose could not be booked any more. We are sorry.`,
      `Nothing is booked. A full refund of ${amount} is on its way to the card you paid with. Banks take 5 to 10 days to show it.`,
    ],
    facts: [
      ['Session', serviceName],
      ...(coach ? ([['Coach', coach.name]] satisfies [string, string][]) : []),
      ...(when ? ([['When', when]] satisfies [string, string][]) : []),
      ['Full refund', amount],
    ],
    action: coach
      ? { label: `Pick another hour with ${coach.name}`, url: `${baseUrl}/coaches/${coach.slug}` }
      : { label: 'Pick another hour', url: `${baseUrl}/#coaches` },
    why: 'You get this because you paid for a session.',
    thread: order.id,
  })
}

/** The same by SMS, where the player left a number. */
export function lateRefundSms({ amount }: Pick<LateOrder, 'amount'>): string {
  return `Level Up: your hour was gone when you paid, so nothing is booked. All ${showDollars(amount)} goes back to your card. STOP to opt out`
}

function sessionOf(startsAt: Date, minutes: number, zone: string) {
  return { startsAt, endsAt: new Date(startsAt.getTime() + minutes * 60_000), zone }
}
