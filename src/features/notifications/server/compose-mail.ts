import type { OptOut } from '#src/features/notifications/contract.ts'
import type { Env } from '#src/platform/config/env.ts'
import { bareAddress } from '#src/platform/config/setting-forms.ts'
import { termsPath } from '#src/shared/papers.ts'
import { mailtoUrl } from '#src/shared/text/mailto.ts'
import { optOutUrl } from './mail-choices.ts'
import { type FootLine, type FootLink, type MailParts, mailLayout } from './mail-layout.ts'
import type { Invite, MailHeaders } from './table.ts'

/** A mail to write. */
export type NewMail = MailParts & {
  /** One bare address. */
  to: string
  subject: string
  /** What inbox lists show after the subject: what the reader should know without opening it. */
  preheader: string
  /** A one-time code of 8 digits: it stands first, large, in two halves. */
  code?: string
  /** Why one gets it, as a sentence: 'You get this because you booked a session.' */
  why: string
  /** The person who waits for an answer by mail; without one, the mail says that replies are not read. */
  replyTo?: { name: string; address: string }
  /** All mails about one booking, application or conversation stand in one thread of the inbox: the id of what they are about. */
  thread?: string
  /** The ids of all bookings it is about, where these are several. */
  about?: string[]
  /** Mails that one can switch off for oneself. */
  optOut?: OptOut
  /** The version of the Terms that what the mail is about was bought under; without it, the mail links the newest. */
  termsVersion?: number | null
  /** Beside help and terms at the end, such as the receipt. */
  links?: FootLink[]
  invite?: Invite
}

/** A mail to one person: `to` is their bare address. */
export type MailContent = {
  to: string
  subject: string
  text: string
  html: string
  headers?: MailHeaders
  invite?: Invite
}

type MailEnv = Pick<Env, 'baseUrl' | 'mailFrom' | 'seller'>

const switchOff: Record<OptOut, string> = {
  reminders: 'Switch off reminders',
  ratings: 'Do not ask how sessions were',
  messages: 'Switch off mails about new messages',
  copies: 'Get no more copies of bookings',
  dayPlans: 'Switch off the plan of the day',
  coachReminders: 'Switch off reminders before sessions you coach',
}

/** Writes a mail in our one look, with its headers. */
export function composeMail(
  env: MailEnv,
  {
    to,
    subject,
    preheader,
    why,
    replyTo,
    thread,
    about,
    optOut,
    termsVersion = null,
    links = [],
    invite,
    ...parts
  }: NewMail,
): MailContent {
  const off = optOut && { kind: optOut, url: optOutUrl(env.baseUrl, optOut) }
  const foot: FootLine[] = [
    { text: why },
    replyTo ? { text: `Reply to this mail to answer ${replyTo.name}.` } : unreadReplies(env),
    {
      links: [
        ...links,
        { label: 'Terms', url: env.baseUrl + termsPath(termsVersion) },
        { label: 'Privacy', url: `${env.baseUrl}/privacy` },
        ...(off ? [{ label: switchOff[off.kind], url: off.url }] : []),
      ],
    },
    { text: sender(env) },
  ]
  return {
    to,
    subject,
    ...mailLayout({ ...parts, baseUrl: env.baseUrl, preheader, foot }),
    headers: {
      ...(replyTo && { replyTo }),
      ...(thread && { thread }),
      ...(about && { about }),
      ...(off && { optOut: off }),
    },
    ...(invite && { invite }),
  }
}

/** Where people get help instead. Not the sender's own address, whose mails nobody reads. */
function unreadReplies({ baseUrl, mailFrom, seller }: MailEnv): FootLine {
  const isSender = seller.email === bareAddress(mailFrom)
  const url = isSender ? `${baseUrl}/#contact` : mailtoUrl(seller.email)
  return { text: 'Replies to this mail are not read.', links: [{ label: 'Need help? Write to us', url }] }
}

function sender({ seller: { name, address } }: MailEnv): string {
  return `Level Up, ${name ?? '[legal name: not set]'}, ${address ?? '[postal address: not set]'}`
}
