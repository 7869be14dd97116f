import { type AlertContent, notVerified } from '#src/features/accounts/server/accounts.ts'
import { reviewTime } from '#src/features/applications/rules.ts'
import { composeMail, type MailContent } from '#src/features/notifications/server/notifications.ts'
import type { Env } from '#src/platform/config/env.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { gameLabel, wireExpertise } from '#src/shared/games.ts'
import { linesOf } from '#src/shared/text/lines.ts'
import type { coachApplications } from './table.ts'

type ApplicationRow = typeof coachApplications.$inferSelect

/** Why applicants get mails. */
export const whyApplicant = 'You get this because somebody applied to coach at Level Up with this e-mail.'

type MailEnv = Pick<Env, 'baseUrl' | 'mailFrom' | 'seller'>

/** To the team: the owner of an application's e-mail says that it was not them. */
export function notTheirsAlert({ id, applicantEmail, coachId }: ApplicationRow): AlertContent {
  return {
    dedupeKey: `application-not-theirs:${id}`,
    subject: 'An application is closed: its e-mail is somebody else’s',
    title: 'Somebody used an e-mail that is not theirs',
    paragraphs: [
      `The owner of this e-mail says that somebody else applied with it. Nobody can write in their name any more.${coachId ? ' Its coach is off the site: look at the sessions that were booked with them.' : ''}`,
    ],
    facts: [['E-mail', applicantEmail]],
    action: { label: 'Open applications', owner: '/admin-sms', admin: '/admin-sms' },
  }
}

/**
 * To the applicant: what happens now. The address was typed by the applicant, so nothing else they typed goes there:
 * this mail is no way to send strangers a text of one's own. `sender` is the account that applied; when it has another
 * address, this one is asked whether it was them. `ownerToken` answers that (`answerAsOwner`); null: it is proved.
 */
export function applicationReceiptMail(
  env: MailEnv,
  { id, applicantEmail, gameExpertise }: ApplicationRow,
  sender: Pick<Account, 'email'> | null,
  ownerToken: string | null,
): MailContent {
  const isByOther = sender !== null && sender.email !== applicantEmail
  const subject = isByOther ? 'Somebody applied to coach with your e-mail' : 'We got your coach application'
  const chat = `${env.baseUrl}/applicant-chat`
  return composeMail(env, {
    to: applicantEmail,
    subject,
    preheader: isByOther ? 'Was it you?' : `You hear from us within ${reviewTime}.`,
    title: isByOther ? `${subject}.` : subject,
    paragraphs: [
      isByOther
        ? 'They are logged in with another one. Our team sees that.'
        : 'Thanks for applying to coach at Level Up.',
      `A person from our team reads every application. The review takes ${reviewTime}; we write to this address as soon as it is decided.`,
    ],
    facts: [
      ['Game', gameLabel(wireExpertise(gameExpertise))],
      ['Status', 'In review'],
    ],
    action: isByOther
      ? { label: 'It was me', url: `${chat}?key=${ownerToken}` }
      : { label: 'See your application', url: `${chat}?email=${encodeURIComponent(applicantEmail)}` },
    sections: [
      {
        heading: 'It was not me',
        lines: [
          ownerToken
            ? `Then somebody typed your address, by mistake or to pose as you. Close it: ${chat}?key=${ownerToken}`
            : 'Then somebody is logged in as you: set a new password now.',
        ],
      },
    ],
    why: whyApplicant,
    thread: id,
  })
}

/** To the team: who applied, and where an admin reviews it. */
export function applicationAlert(application: ApplicationRow): AlertContent {
  const isProven = application.emailProvenAt !== null
  return {
    dedupeKey: `application-notice:${application.id}`,
    thread: application.id,
    subject: `${isProven ? application.applicantName : 'Somebody'} applied to coach`,
    title: 'A new application',
    paragraphs: [
      `An admin reviews it: we promised an answer within ${reviewTime}. Why they want to coach:`,
      ...linesOf(application.whyCoach),
    ],
    facts: [
      ['Name', application.applicantName],
      ...(isProven ? [] : [notVerified]),
      ['Email', application.applicantEmail],
      ['Game', gameLabel(wireExpertise(application.gameExpertise))],
      ['Current rank', application.currentRank],
      ['Availability', application.availability],
    ],
    action: { label: 'Review it', admin: `/admin-sms?application=${application.id}` },
  }
}
