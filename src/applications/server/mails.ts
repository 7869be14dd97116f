import type { AlertContent } from '#src/accounts/server/accounts.ts'
import { reviewTime } from '#src/applications/catalogue.ts'
import { type MailContent, mailLayout } from '#src/notifications/server/notifications.ts'
import type { Env } from '#src/server/env.ts'
import type { Account } from '#src/server/guards.ts'
import { gameLabels } from '#src/shared/game.ts'
import { linesOf } from '#src/shared/lines.ts'
import type { coachApplications } from './table.ts'

type ApplicationRow = typeof coachApplications.$inferSelect

/**
 * To the applicant: what happens now. The address was typed by whoever applied, so nothing else they typed goes there:
 * this mail is no way to send strangers a text of one's own. `sender` is the account that applied; when it has another
 * address, this one is told so, and what to do.
 */
export function applicationReceiptMail(
  { applicantEmail, gameExpertise }: ApplicationRow,
  sender: Pick<Account, 'email'> | null,
  { baseUrl }: Pick<Env, 'baseUrl'>,
): MailContent {
  const isByOther = sender !== null && sender.email !== applicantEmail
  const subject = isByOther ? 'Somebody applied to coach with your address' : 'We got your coach application'
  return {
    to: applicantEmail,
    subject,
    ...mailLayout({
      title: subject,
      paragraphs: [
        isByOther
          ? 'Somebody applied to coach at Level Up and gave this e-mail address, but is signed in with another one. Our team sees that.'
          : 'Thanks for applying to coach at Level Up.',
        `A person from our team reads every application. The review takes ${reviewTime}; we write to this address as soon as it is decided.`,
      ],
      facts: [
        ['Game', gameLabels[gameExpertise]],
        ['Status', 'In review'],
      ],
      action: {
        label: isByOther ? 'See the application' : 'See your application',
        url: `${baseUrl}/applicant-chat?email=${encodeURIComponent(applicantEmail)}`,
      },
      sections: [
        {
          heading: 'You did not apply?',
          lines: [
            'Then somebody typed your address, by mistake or to pass for you.',
            'Press the button above, enter the code we mail you, and tell our team there that it was not you.',
          ],
        },
      ],
    }),
  }
}

/** To the team: who applied, and where an admin reviews it. */
export function applicationAlert(application: ApplicationRow): AlertContent {
  return {
    dedupeKey: `application-notice:${application.id}`,
    subject: `${application.applicantName} applied to coach`,
    paragraphs: [
      `We promised an answer within ${reviewTime}. Why they want to coach:`,
      ...linesOf(application.whyCoach),
    ],
    facts: [
      ['Name', application.applicantName],
      ['Email', application.applicantEmail],
      ['Game', gameLabels[application.gameExpertise]],
      ['Current rank', application.currentRank],
      ['Availability', application.availability],
    ],
    action: { label: 'Review it', admin: `/admin-sms?application=${application.id}` },
  }
}
