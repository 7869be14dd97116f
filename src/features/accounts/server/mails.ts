import type { CodePurpose } from '#src/features/accounts/rules.ts'
import {
  composeMail,
  greeting,
  type MailContent,
  type NewMail,
} from '#src/features/notifications/server/notifications.ts'
import type { Env } from '#src/platform/config/env.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { showMoment } from '#src/shared/session-times.ts'
import type { Client } from './sign-in/logins.ts'

type MailEnv = Pick<Env, 'baseUrl' | 'mailFrom' | 'seller'>

/** The recipient of mails about an account. */
type Holder = Pick<Account, 'name' | 'email' | 'emailVerified'>

/** When and where something was done: `zone` is the reader's own; the client as log-ins are kept. */
export type Deed = { at: Date; zone: string } & Client

type CodeWords = Pick<NewMail, 'subject' | 'title' | 'paragraphs' | 'sections'> & {
  button: string
  /** Where the code is entered. */
  page: (to: string) => `/${string}`
  otherwise: string
}

const words: Record<CodePurpose | 'welcome', CodeWords> = {
  welcome: {
    subject: 'Welcome to Level Up: verify your e-mail',
    title: 'Welcome to Level Up',
    paragraphs: ['Your account is ready. Enter this code on your account page to verify your e-mail.'],
    button: 'Open my account',
    page: () => '/account#account-e-mail',
    sections: [
      {
        heading: 'What comes next',
        lines: [
          'Pick a coach and a free hour. You can book before you verify, too.',
          'Tell us your Discord name on your account page, so that your coach finds you.',
          'Save a replay or two of a game you lost: your first session starts there.',
        ],
      },
    ],
    otherwise: 'Then somebody mistyped their e-mail. Ignore this mail: without the code nothing is proved.',
  },
  'verify-email': {
    subject: 'Verify your e-mail',
    title: 'Verify your e-mail',
    paragraphs: ['Enter this code on your account page to show that this e-mail is yours.'],
    button: 'Open my account',
    page: () => '/account#account-e-mail',
    otherwise: 'Then somebody mistyped their e-mail. Ignore this mail: without the code nothing is proved.',
  },
  'change-email': {
    subject: 'Confirm your new e-mail',
    title: 'Confirm your new e-mail',
    paragraphs: ['Enter this code on your account page: from then on our mails come here.'],
    button: 'Open my account',
    page: () => '/account#account-e-mail',
    otherwise: 'Then somebody mistyped their e-mail. Ignore this mail: without the code nothing changes.',
  },
  'reset-password': {
    subject: 'Set a new password',
    title: 'Set a new password',
    paragraphs: ['Enter this code to set a new password for your account.'],
    button: 'Set a new password',
    page: () => '/forgot-password',
    otherwise: 'Ignore this mail: your password stays as it is.',
  },
  'admin-login': {
    subject: 'Your admin login code',
    title: 'Your admin login code',
    paragraphs: ['Enter this code to open the admin area.'],
    button: 'Open the admin area',
    page: () => '/admin',
    otherwise: 'Then somebody knows your e-mail and name. Tell the owner.',
  },
  'applicant-access': {
    subject: 'Open your coach application',
    title: 'Open your coach application',
    paragraphs: ['Enter this code to open your coach application and its messages.'],
    button: 'Open my application',
    page: (to) => `/applicant-chat?email=${encodeURIComponent(to)}`,
    otherwise: 'Ignore this mail: nobody sees your application without the code.',
  },
}

/**
 * Sends the code to the person who asked for it; the one of signing up is the welcome, too. The code is never in the subject,
 * which lock screens show.
 */
export function codeMail(env: MailEnv, kind: keyof typeof words, to: string, code: string, asked: Deed): MailContent {
  const { subject, title, paragraphs, sections = [], button, page, otherwise } = words[kind]
  return composeMail(env, {
    ...{ to, subject, title, code },
    preheader: 'It works for 10 minutes, in the browser that asked for it.',
    paragraphs: [
      ...paragraphs,
      'It works for 10 minutes, once, in the browser that asked for it. Nobody from Level Up will ever ask you for it.',
    ],
    facts: factsOf(asked, 'Asked for'),
    action: { label: button, url: env.baseUrl + page(to) },
    sections: [...sections, { heading: "Didn't ask for this?", lines: [otherwise] }],
    why: 'You get this because somebody asked for a code with this e-mail.',
  })
}

/** To an e-mail without an account, when somebody asked for a new password. */
export function noAccountMail(env: MailEnv, to: string, asked: Deed): MailContent {
  return composeMail(env, {
    to,
    subject: 'There is no account with this e-mail',
    preheader: 'Perhaps you signed up with another one?',
    title: 'There is no account with this e-mail',
    paragraphs: [
      'Somebody, probably you, asked for a new password. There is no Level Up account with this e-mail.',
      'Perhaps you signed up with another one? Otherwise an account takes a minute.',
    ],
    facts: factsOf(asked, 'Asked for'),
    action: { label: 'Sign up', url: `${env.baseUrl}/signup?email=${encodeURIComponent(to)}` },
    sections: [{ heading: "Wasn't you?", lines: ['Ignore this mail: nothing happened.'] }],
    why: 'You get this because somebody typed this e-mail where passwords are reset.',
  })
}

/** To the account's owner, after every change of the password. */
export function passwordChangedMail(env: MailEnv, holder: Holder, done: Deed): MailContent {
  return composeMail(env, {
    ...safetyMail(env, holder, done),
    subject: 'Your password was changed',
    preheader: `${done.device}. Wasn't you? Set a new password now.`,
    title: 'Your password was changed',
    paragraphs: [
      `${hello(holder)} the password of your Level Up account was just changed, and every other device was logged out.`,
    ],
  })
}

/** To the account's owner, when the business's owner ended its sessions. */
export function sessionsEndedMail(env: MailEnv, holder: Holder, done: Pick<Deed, 'at' | 'zone'>): MailContent {
  return composeMail(env, {
    ...safetyMail(env, holder, done),
    subject: 'You were logged out everywhere',
    preheader: 'Our team did this to keep your account safe. Your password is still the same.',
    title: 'You were logged out everywhere',
    paragraphs: [
      `${hello(holder)} Level Up logged you out on every device, to keep your account safe. Your password is still the same: just log in again.`,
    ],
    sections: [{ heading: 'Lost a device?', lines: ['Or think somebody knows your password? Set a new one now.'] }],
  })
}

const factorWords = {
  on: {
    subject: 'Your second step is on',
    text: 'from now on logging in takes your password and a code from your authenticator app. Every other device was logged out.',
  },
  off: { subject: 'Your second step is off', text: 'from now on logging in takes your password only.' },
  recovery: {
    subject: 'A recovery code was used',
    text: 'a recovery code stood in for your authenticator app. That code does not work again.',
  },
}

/** To the account's owner, when the second step is turned on or off, or went by a recovery code. */
export function factorMail(env: MailEnv, event: keyof typeof factorWords, holder: Holder, done: Deed): MailContent {
  const { subject, text } = factorWords[event]
  return composeMail(env, {
    ...safetyMail(env, holder, done),
    subject,
    preheader: `${done.device}. Wasn't you? Set a new password now.`,
    title: subject,
    paragraphs: [`${hello(holder)} ${text}`],
  })
}

/** What mails about the safety of an account share. */
function safetyMail({ baseUrl }: MailEnv, { email }: Holder, done: Pick<Deed, 'at' | 'zone'> & Partial<Client>) {
  return {
    to: email,
    facts: factsOf(done, 'When'),
    action: { label: 'Set a new password', url: `${baseUrl}/forgot-password` },
    sections: [
      {
        heading: "Wasn't you?",
        lines: ['Set a new password now: that logs everybody else out.', `See who is logged in: ${baseUrl}/account`],
      },
    ],
    why: 'You get this because it is about the safety of your account.',
  }
}

function factsOf(
  { at, zone, device, network }: Pick<Deed, 'at' | 'zone'> & Partial<Client>,
  when: string,
): [string, string][] {
  return [
    [when, showMoment(at, zone)],
    ...(device ? ([['On', device]] satisfies [string, string][]) : []),
    ...(network ? ([['From', network]] satisfies [string, string][]) : []),
  ]
}

function hello({ name, emailVerified }: Holder): string {
  return greeting(name, emailVerified)
}
