import { type MailContent, mailLayout } from '#src/notifications/server/notifications.ts'
import type { Env } from '#src/server/env.ts'

type MailEnv = Pick<Env, 'baseUrl'>

/** Which account the profile belongs to, or will. */
export type ApplicantAccount = 'verified' | 'unverified' | 'none'

/** To an approved applicant: the way to their dashboard, which takes an account. Nothing they typed is repeated here. */
export function approvedMail(to: string, account: ApplicantAccount, { baseUrl }: MailEnv): MailContent {
  const { next, action } = {
    verified: {
      next: 'Your coach dashboard is open. Look through your profile, add a picture, and set or confirm your hours.',
      action: { label: 'Open the coach dashboard', url: `${baseUrl}/coach-dashboard` },
    },
    unverified: {
      next: 'One step is left: log in to your account and verify its e-mail address. Then your coach dashboard opens.',
      action: { label: 'Log in', url: `${baseUrl}/account` },
    },
    none: {
      next: 'One step is left: sign up with this e-mail address and verify it. Then your coach dashboard opens.',
      action: { label: 'Sign up', url: `${baseUrl}/signup` },
    },
  }[account]
  return {
    to,
    subject: 'Welcome to the team: your application is approved',
    ...mailLayout({
      title: 'You are a Level Up coach',
      paragraphs: [
        'We read your application, and we would love to have you.',
        next,
        'Once your hours are confirmed there, the owner publishes your profile, and players can book you.',
      ],
      action,
    }),
  }
}

/** To a rejected applicant: a kind no, and where to ask. */
export function rejectedMail(to: string, { baseUrl }: MailEnv): MailContent {
  return {
    to,
    subject: 'About your coach application',
    ...mailLayout({
      title: 'Not this time',
      paragraphs: [
        'Thank you for applying to coach at Level Up, and for the time you put into it.',
        'We are not going ahead with your application right now. That is no verdict on how you play: we take few coaches at a time.',
        'You are welcome to ask us about it, and to apply again when your rank or your experience has grown.',
      ],
      action: { label: 'Write to the team', url: `${baseUrl}/applicant-chat?email=${encodeURIComponent(to)}` },
    }),
  }
}
