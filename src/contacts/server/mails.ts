import type { AlertContent } from '#src/accounts/server/accounts.ts'
import { greeting, type MailContent, mailLayout } from '#src/notifications/server/notifications.ts'
import type { Env } from '#src/server/env.ts'
import type { Account } from '#src/server/guards.ts'
import { gameLabels } from '#src/shared/game.ts'
import { linesOf } from '#src/shared/lines.ts'
import type { contacts } from './table.ts'

type ContactRow = typeof contacts.$inferSelect

/**
 * To the player: what they wrote and when they hear from us. Who has not proved their e-mail may have signed up with
 * somebody else's: nothing they typed goes there.
 */
export function contactReceiptMail(
  contact: ContactRow,
  { email, emailVerified }: Account,
  { baseUrl }: Pick<Env, 'baseUrl'>,
): MailContent {
  const promise = 'We reply within 24 hours to schedule your coaching session.'
  return {
    to: email,
    subject: 'We got your message',
    ...mailLayout({
      title: 'We got your message',
      paragraphs: [
        `${greeting(contact.name, emailVerified)} thanks for writing. ${promise}`,
        ...(emailVerified ? ['This is what you wrote:', ...linesOf(contact.message)] : []),
      ],
      facts: emailVerified ? [...aboutPlayer(contact), ['We reply to', contact.email]] : [],
      action: { label: 'See the coaches', url: `${baseUrl}/#coaches` },
    }),
  }
}

/** To the owners: the inquiry, and a button that answers it by mail. */
export function contactAlert(contact: ContactRow, { baseUrl }: Pick<Env, 'baseUrl'>): AlertContent {
  const subject = encodeURIComponent('Your message to Level Up')
  return {
    dedupeKey: `contact-notice:${contact.id}`,
    subject: `${contact.name} wants to book a session`,
    paragraphs: ['We promised a reply within 24 hours. This is the message:', ...linesOf(contact.message)],
    facts: [['Name', contact.name], ['Email', contact.email], ...aboutPlayer(contact)],
    action: {
      label: `Reply to ${contact.name}`,
      url: `mailto:${encodeURIComponent(contact.email)}?subject=${subject}`,
    },
    sections: [{ heading: 'Where it is kept', lines: [`${baseUrl}/owner, under Contacts`] }],
  }
}

function aboutPlayer(contact: ContactRow): [string, string][] {
  return [
    ['Game', gameLabels[contact.game]],
    ['Current rank', contact.currentRank ?? 'Not specified'],
  ]
}
