import type { CodePurpose } from '#src/accounts/contract.ts'
import { greeting, type MailContent, mailLayout } from '#src/notifications/server/notifications.ts'
import type { Env } from '#src/server/env.ts'
import type { Account } from '#src/server/guards.ts'

/** To whom mails about an account go. */
type Holder = Pick<Account, 'name' | 'email' | 'emailVerified'>

/** For each purpose: the subject, what the code does, and what to do if it was somebody else. */
const words: Record<CodePurpose, { subject: string; use: string; otherwise: string }> = {
  'verify-email': {
    subject: 'Verify your e-mail',
    use: 'Enter this code on your account page to show that this e-mail is yours.',
    otherwise: 'You have no Level Up account? Then somebody mistyped their address: ignore this message.',
  },
  'reset-password': {
    subject: 'Set a new password',
    use: 'Enter this code to set a new password for your account.',
    otherwise: 'You did not ask for it? Ignore this message: your password stays as it is.',
  },
  'admin-login': {
    subject: 'Your admin login code',
    use: 'Enter this code to open the admin area.',
    otherwise: 'You did not ask for it? Somebody knows your e-mail and name: tell the owner.',
  },
  'applicant-access': {
    subject: 'Open your coach application',
    use: 'Enter this code to open your coach application and its messages.',
    otherwise: 'You did not ask for it? Ignore this message: nobody sees your application without the code.',
  },
}

/** To whoever asked: the code. It never stands in the subject, which lock screens show. */
export function codeMail(purpose: CodePurpose, to: string, code: string): MailContent {
  const { subject, use, otherwise } = words[purpose]
  const paragraphs = [
    use,
    'It works for 10 minutes, once, in the browser that asked for it. Nobody from Level Up will ever ask you for it.',
  ]
  const layout = mailLayout({
    title: subject,
    paragraphs,
    facts: [['Your code', code]],
    sections: [{ heading: 'Not you?', lines: [otherwise] }],
  })
  return { to, subject, ...layout }
}

/** To an e-mail without an account, when somebody asked for a new password. */
export function noAccountMail(to: string, { baseUrl }: Pick<Env, 'baseUrl'>): MailContent {
  const subject = 'There is no account with this e-mail'
  const paragraphs = [
    'Somebody, probably you, asked for a new password. There is no Level Up account with this e-mail.',
    'Perhaps you signed up with another address? Otherwise an account takes a minute. If it was not you, ignore this message.',
  ]
  const action = { label: 'Sign up', url: `${baseUrl}/signup` }
  return { to, subject, ...mailLayout({ title: subject, paragraphs, action }) }
}

/** To the account's owner, after every change of the password. */
export function passwordChangedMail(
  { name, email: to, emailVerified }: Holder,
  { baseUrl }: Pick<Env, 'baseUrl'>,
): MailContent {
  const subject = 'Your password was changed'
  const paragraphs = [
    `${greeting(name, emailVerified)} the password of your Level Up account was just changed, and every other device was signed out.`,
    'It was not you? Set a new password now: that signs everybody else out.',
  ]
  const action = { label: 'Set a new password', url: `${baseUrl}/forgot-password` }
  return { to, subject, ...mailLayout({ title: subject, paragraphs, action }) }
}

/** To the account's owner, when the business's owner ended its sessions. */
export function sessionsEndedMail(
  { name, email: to, emailVerified }: Holder,
  { baseUrl }: Pick<Env, 'baseUrl'>,
): MailContent {
  const subject = 'You were logged out everywhere'
  const paragraphs = [
    `${greeting(name, emailVerified)} Level Up logged you out on every device, to keep your account safe. Your password is still the same.`,
    'Lost a device, or think somebody knows your password? Set a new one now. Otherwise just log in again.',
  ]
  const action = { label: 'Set a new password', url: `${baseUrl}/forgot-password` }
  return { to, subject, ...mailLayout({ title: subject, paragraphs, action }) }
}

const factorWords = {
  on: {
    subject: 'Your second step is on',
    text: 'From now on logging in to Level Up takes your password and a code from your authenticator app. Every other device was signed out.',
  },
  off: {
    subject: 'Your second step is off',
    text: 'Logging in to Level Up takes your password only, from now on.',
  },
  recovery: {
    subject: 'A recovery code was used',
    text: 'A recovery code stood in for the authenticator app of your Level Up account. That code does not work again.',
  },
}

/** To the account's owner, when the second step is turned on or off, or went by a recovery code. */
export function factorMail(
  event: keyof typeof factorWords,
  { name, email: to, emailVerified }: Holder,
  { baseUrl }: Pick<Env, 'baseUrl'>,
): MailContent {
  const { subject, text } = factorWords[event]
  const paragraphs = [
    `${greeting(name, emailVerified)} this is about your account. ${text}`,
    'It was not you? Set a new password now.',
  ]
  const action = { label: 'Set a new password', url: `${baseUrl}/forgot-password` }
  return { to, subject, ...mailLayout({ title: subject, paragraphs, action }) }
}
