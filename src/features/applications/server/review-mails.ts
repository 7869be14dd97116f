import { composeMail, type MailContent } from '#src/features/notifications/server/notifications.ts'
import type { Env } from '#src/platform/config/env.ts'
import { whyApplicant } from './mails.ts'

type MailEnv = Pick<Env, 'baseUrl' | 'mailFrom' | 'seller'>

/** Which account the profile belongs to, or will. */
export type ApplicantAccount = 'verified' | 'unverified' | 'none'

/** To an approved applicant: the way to their dashboard, which takes an account. Nothing they typed is repeated here. */
export function approvedMail(env: MailEnv, applicationId: string, to: string, account: ApplicantAccount): MailContent {
  const { baseUrl } = env
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
      action: { label: 'Sign up', url: `${baseUrl}/signup?email=${encodeURIComponent(to)}` },
    },
  }[account]
  return composeMail(env, {
    to,
    subject: 'Welcome to the team: your application is approved',
    preheader: account === 'verified' ? 'Your coach dashboard is open.' : 'One step is left.',
    title: 'You are a Level Up coach',
    paragraphs: [
      'We read your application, and we would love to have you.',
      next,
      'Once your hours are confirmed there, the owner publishes your profile, and players can book you.',
    ],
    action,
    why: whyApplicant,
    thread: applicationId,
  })
}

/** To a rejected applicant: a kind no, the team's own word if there is one, and where to ask. */
export function rejectedMail(env: MailEnv, applicationId: string, to: string, word: string | null): MailContent {
  return composeMail(env, {
    to,
    subject: 'About your coach application',
    preheader: 'Thank you for applying, and for the time you put into it.',
    title: 'Not this time',
    paragraphs: [
      'Thank you for applying to coach at Level Up, and for the time you put into it.',
      "We're not going ahead with your application right now. This isn't a judgement of your play: we only take on a few coaches at a time.",
      ...(word ? [`Our team writes: ${word}`] : []),
      'You are welcome to ask us about it, and to apply again when your rank or your experience has grown.',
    ],
    action: { label: 'Write to the team', url: `${env.baseUrl}/applicant-chat?email=${encodeURIComponent(to)}` },
    why: whyApplicant,
    thread: applicationId,
  })
}
