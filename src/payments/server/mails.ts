import { greeting, type MailContent, mailLayout } from '#src/notifications/server/notifications.ts'
import type { Env } from '#src/server/env.ts'
import { showDollars } from '#src/shared/money.ts'
import { showLongDate, showTime, showZone } from '#src/shared/times.ts'

/** What the mail about a late payment tells of an order. `amount` is cents; date and time are null without an hour. */
export type LateOrder = {
  contactName: string
  contactEmail: string
  /** Whether the player has proved that this e-mail is theirs. */
  isEmailProven: boolean
  amount: number
  sessionDate: string | null
  sessionTime: string | null
  serviceName: string
}

/** To a player whose payment came when the hour was gone: nothing is booked, all the money goes back. */
export function lateRefundMail(order: LateOrder, env: Pick<Env, 'baseUrl' | 'businessTimeZone'>): MailContent {
  const amount = showDollars(order.amount)
  const { sessionDate, sessionTime } = order
  const hour: [string, string][] =
    sessionDate && sessionTime
      ? [
          ['Date', showLongDate(sessionDate)],
          ['Time', `${showTime(sessionTime)} (${showZone(env.businessTimeZone)})`],
        ]
      : []
  return {
    to: order.contactEmail,
    subject: `Your hour was gone: ${amount} is on its way back`,
    ...mailLayout({
      title: 'Your hour was gone, your money is on its way back',
      paragraphs: [
        `${greeting(order.contactName, order.isEmailProven)} when your payment of ${amount} reached us, the hour you chose could not be booked any more. We are sorry.`,
        `Nothing is booked. A full refund of ${amount} is on its way to the card you paid with. Banks take 5 to 10 days to show it.`,
      ],
      facts: [['Session', order.serviceName], ...hour, ['Full refund', amount]],
      action: { label: 'Pick another hour', url: env.baseUrl },
    }),
    attachments: [],
  }
}
