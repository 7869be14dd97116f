import { type AlertContent, notVerified } from '#src/features/accounts/server/accounts.ts'
import { promiseAbout } from '#src/features/contacts/rules.ts'
import { composeMail, greeting, type MailContent } from '#src/features/notifications/server/notifications.ts'
import type { Env } from '#src/platform/config/env.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { gameLabel, wireExpertise } from '#src/shared/games.ts'
import { linesOf } from '#src/shared/text/lines.ts'
import type { ContactRow } from './table.ts'

/**
 * To the player: what they wrote and when they hear from us. A player who has not proved their e-mail may have signed up with
 * somebody else's: nothing they typed goes there.
 */
export function contactReceiptMail(
  env: Pick<Env, 'baseUrl' | 'mailFrom' | 'seller'>,
  contact: ContactRow,
  { email, emailVerified }: Account,
): MailContent {
  const promise = contact.coachName
    ? promiseAbout(contact.coachName)
    : 'We reply within 24 hours to schedule your coaching session.'
  return composeMail(env, {
    to: email,
    subject: 'We got your message',
    preheader: promise,
    title: 'We got your message',
    paragraphs: [
      `${greeting(contact.name, emailVerified)} thanks for ${contact.coachName ? 'your question' : 'writing'}. ${promise}`,
      ...(emailVerified ? ['This is what you wrote:', ...linesOf(contact.message)] : []),
    ],
    facts: emailVerified ? [...aboutSession(contact), ['We reply to', contact.email]] : [],
    action: { label: 'See the coaches', url: `${env.baseUrl}/#coaches` },
    why: 'You get this because you wrote to us on Level Up.',
    thread: contact.id,
  })
}

/** To the writer: the team's answer. What was typed under an address that nobody has proved does not go there. */
export function contactAnswerMail(
  env: Pick<Env, 'baseUrl' | 'mailFrom' | 'seller'>,
  contact: ContactRow,
  { answer, isProven }: { answer: string; isProven: boolean },
): MailContent {
  const lines = linesOf(answer)
  return composeMail(env, {
    to: contact.email,
    subject: 'Our answer to your message',
    preheader: lines[0] ?? '',
    title: 'Our answer to your message',
    paragraphs: [greeting(contact.name, isProven), ...lines],
    sections: isProven ? [{ heading: 'You wrote', lines: linesOf(contact.message) }] : [],
    action: isProven
      ? { label: 'Answer', url: `${env.baseUrl}/sessions?inquiry=${contact.id}` }
      : { label: 'See the coaches', url: `${env.baseUrl}/#coaches` },
    why: 'You get this because you wrote to us on Level Up.',
    replyTo: { name: 'Level Up', address: env.seller.email },
    thread: contact.id,
  })
}

type Writer = Pick<Account, 'email' | 'emailVerified'>

/** Answers by mail go to an address that its writer has proved, not to any that they typed. */
function replyToProven({ name, email }: ContactRow, account: Writer) {
  return account.emailVerified && account.email === email ? { replyTo: { name, address: email } } : {}
}

/** To the owners: the inquiry, and a button that leads to where it is answered and kept. */
export function contactAlert(contact: ContactRow, account: Writer): AlertContent {
  const { emailVerified } = account
  const { coachName } = contact
  const wish = coachName ? `asks about ${coachName}` : 'wants to book a session'
  const promised = coachName ? `to pass it to ${coachName} and to answer within 24 hours` : 'a reply within 24 hours'
  return {
    dedupeKey: `contact-notice:${contact.id}`,
    subject: `${emailVerified ? contact.name : 'Somebody'} ${wish}`,
    title: 'A new inquiry',
    preheader: emailVerified ? linesOf(contact.message)[0] : notVerified[1],
    paragraphs: [`We promised ${promised}. This is the message:`, ...linesOf(contact.message)],
    facts: [
      ['Name', contact.name],
      ...(emailVerified ? [] : [notVerified]),
      ['Email', contact.email],
      ...aboutSession(contact),
    ],
    action: { label: `Answer ${contact.name}`, owner: `/owner?tab=messages&inquiry=${contact.id}` },
    ...replyToProven(contact, account),
    thread: contact.id,
  }
}

/** To the owners: what its writer added to an inquiry after our answer. */
export function furtherAlert(contact: ContactRow, account: Writer, number: number, words: string): AlertContent {
  const { emailVerified } = account
  return {
    dedupeKey: `contact-notice:${contact.id}:${number}`,
    subject: `${emailVerified ? contact.name : 'Somebody'} wrote again`,
    title: 'More on an inquiry',
    preheader: emailVerified ? linesOf(words)[0] : notVerified[1],
    paragraphs: ['They answered what we wrote about their inquiry:', ...linesOf(words)],
    facts: [['Name', contact.name], ...(emailVerified ? [] : [notVerified]), ['Email', contact.email]],
    action: { label: `Answer ${contact.name}`, owner: `/owner?tab=messages&inquiry=${contact.id}` },
    ...replyToProven(contact, account),
    thread: contact.id,
  }
}

function aboutSession(contact: ContactRow): [string, string][] {
  return [
    ...(contact.coachName ? ([['Coach', contact.coachName]] as [string, string][]) : []),
    ['Game', gameLabel(wireExpertise(contact.game))],
    ['Current rank', contact.currentRank ?? 'Not specified'],
  ]
}
