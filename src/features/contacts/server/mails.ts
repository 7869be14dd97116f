import type { AlertContent } from '#src/features/accounts/server/accounts.ts'
import { composeMail, greeting, type MailContent } from '#src/features/notifications/server/notifications.ts'
import type { Env } from '#src/platform/config/env.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { gameLabel, wireExpertise } from '#src/shared/games.ts'
import { linesOf } from '#src/shared/lines.ts'
import { mailtoUrl } from '#src/shared/mailto.ts'
import type { contacts } from './table.ts'

type ContactRow = typeof contacts.$inferSelect

/**
 * To the player: what they wrote and when they hear from us. Who has not proved their e-mail may have signed up with
 * somebody else's: nothing they typed goes there.
 */
export function contactReceiptMail(
  env: Pick<Env, 'baseUrl' | 'mailFrom' | 'seller'>,
  contact: ContactRow,
  { email, emailVerified }: Account,
): MailContent {
  const promise = 'We reply within 24 hours to schedule your coaching session.'
  return composeMail(env, {
    to: email,
    subject: 'We got your message',
    preheader: promise,
    title: 'We got your message',
    paragraphs: [
      `${greeting(contact.name, emailVerified)} thanks for writing. ${promise}`,
      ...(emailVerified ? ['This is what you wrote:', ...linesOf(contact.message)] : []),
    ],
    facts: emailVerified ? [...aboutPlayer(contact), ['We reply to', contact.email]] : [],
    action: { label: 'See the coaches', url: `${env.baseUrl}/#coaches` },
    why: 'You get this because you wrote to us on Level Up.',
    thread: contact.id,
  })
}

/** To the owners: the inquiry, and a button that answers it by mail, as a reply does. */
export function contactAlert(contact: ContactRow, { baseUrl }: Pick<Env, 'baseUrl'>): AlertContent {
  return {
    dedupeKey: `contact-notice:${contact.id}`,
    subject: `${contact.name} wants to book a session`,
    preheader: linesOf(contact.message)[0],
    paragraphs: ['We promised a reply within 24 hours. This is the message:', ...linesOf(contact.message)],
    facts: [['Name', contact.name], ['Email', contact.email], ...aboutPlayer(contact)],
    action: { label: `Reply to ${contact.name}`, url: mailtoUrl(contact.email, 'Your message to Level Up') },
    sections: [{ heading: 'Where it is kept', lines: [`${baseUrl}/owner, under Contacts`] }],
    replyTo: { name: contact.name, address: contact.email },
    thread: contact.id,
  }
}

function aboutPlayer(contact: ContactRow): [string, string][] {
  return [
    ['Game', gameLabel(wireExpertise(contact.game))],
    ['Current rank', contact.currentRank ?? 'Not specified'],
  ]
}
