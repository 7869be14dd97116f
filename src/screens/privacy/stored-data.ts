import { keepDays, showDays } from '#src/shared/keep-days.ts'
import { gap } from '#src/shared/papers.ts'

/** What is kept about people: what, why and on which legal basis (GDPR, Article 6), and how long. */
export type StoredData = { title: string; what: string; why: string; until: string }

const contract = 'our contract with you'
const safety = 'our legitimate interest in a safe service'
const withAccount = 'until you delete your account'

export const storedData: StoredData[] = [
  {
    title: 'Your account',
    what: 'Name, e-mail address, your password scrambled so that nobody can read it, the version of the Terms you agreed to and, if you switch it on, your second step.',
    why: `To let you in: ${contract}.`,
    until: `${withAccount}, or ${showDays(keepDays.unverifiedAccounts)} when its e-mail was never verified and nothing done; the second step until you switch it off`,
  },
  {
    title: 'What you say about yourself',
    what: 'Your time zone, as your browser says it until you choose another; and if you choose to, your names on Discord and in the game, your ranks, what you want to work on.',
    why: `So that you read times on your own clock, and your coach finds and helps you: ${contract}.`,
    until: withAccount,
  },
  {
    title: 'Bookings and payments',
    what: 'Coach, service, time, price and refunds; the name, e-mail address and phone number you booked with, and whose address you gave for a copy; brand and last four digits of your card, and, when you claim the guarantee, the code that Stripe gives that card, so that it is claimed once; what you wrote when you cancelled or claimed the guarantee; and what your bank says when you ask it for the money back.',
    why: `To hold and bill the session: ${contract}; afterwards the law on bookkeeping.`,
    until: `your part until you delete your account; prices, times and receipt numbers, without your name, for ${gap('how many years the law asks for')}, and so does the code of a card that claimed the guarantee`,
  },
  {
    title: 'Hours you held and did not pay',
    what: 'The same, and while you hold the hour a scrambled mark of your network, so that nobody blocks all hours.',
    why: `To let you pay: steps before a contract; the mark: ${safety}.`,
    until: `your name, e-mail address and phone number for ${showDays(keepDays.unpaidOrders)}`,
  },
  {
    title: 'Around your sessions',
    what: 'What you say before one, such as rank, goal and links; when you pressed that you are here; what your coach wrote down, and the homework you ticked; and what was said, decided and chosen when something went wrong.',
    why: `To prepare and to be fair: ${contract}.`,
    until: `words ${withAccount}; who came and what followed stays with the booking, without your name`,
  },
  {
    title: 'Reports and blocks',
    what: 'A problem that you report, in your words, with the last 50 messages of that chat; whom you block.',
    why: `To keep people safe: ${safety}. Whom it is about does not learn of a report.`,
    until: `words ${withAccount}; that there was a report stays, without your name; blocks until you take them back`,
  },
  {
    title: 'Conversations',
    what: 'What you and your coach, or our team, write in the chat, and what our team notes about it for itself.',
    why: `Part of the session: ${contract}. How fast coaches answer is counted from it: our legitimate interest in good coaching.`,
    until: withAccount,
  },
  {
    title: 'Coaches’ notes',
    what: 'What a coach writes down about the players they coach. Only that coach reads it.',
    why: 'To prepare the next session: our legitimate interest in good coaching.',
    until: withAccount,
  },
  {
    title: 'Our team’s notes',
    what: 'What our team notes about you to help you well, such as what you asked for. Only our team reads it.',
    why: 'To help you: our legitimate interest in good service.',
    until: withAccount,
  },
  {
    title: 'Ratings and success stories',
    what: 'What you send us to be shown, with the first word of your name; beside a rating, what you booked and the rank your profile names.',
    why: 'Your consent: you choose to send it.',
    until: `words and name ${withAccount}; stars stay, without your name`,
  },
  {
    title: 'Questions you send us',
    what: 'Name, e-mail address, game, rank, your message and our answers. What you ask about a coach we pass on to them, without your name and address.',
    why: 'To answer: steps before a contract.',
    until: `${showDays(keepDays.inquiries)}, or ${withAccount}`,
  },
  {
    title: 'Applications of coaches',
    what: 'Name, e-mail address, phone number, Discord name, what you write, and our notes about it.',
    why: 'To choose coaches: steps before a contract.',
    until: `${showDays(keepDays.rejectedApplications)} when turned down; others ${withAccount}, or ask us to`,
  },
  {
    title: 'If you coach, or work with us',
    what: 'Of coaches: gamer tag, photo, profile and hours, how many players they had, hours they gave, how fast they usually answer and how often they came on time. All this is public, also in the pictures beside links to their page. Their Discord name and room are for players who booked, their phone number for our team and for SMS, their drills for the homework they give; what they earned and were paid is for our team. Of our team: who may do what, and which mails they want.',
    why: 'To sell your hours, and to let you in: our contract with you.',
    until:
      'a profile stays, hidden once you stop coaching; what coaches were paid as long as the law on bookkeeping asks; a log-in to the admin area 8 hours; the rest while you work with us',
  },
  {
    title: 'Mails and SMS we sent you',
    what: 'To whom, when, the text, and what you switched off or stopped. Codes are wiped as soon as they are sent.',
    why: `To send each once, and to help when one is missing: ${contract}. One mail asks for a rating when a session is over: our legitimate interest in honest ratings.`,
    until: `${showDays(keepDays.deliveries)}, or ${withAccount}; codes 10 minutes; what you switched off ${withAccount}, and a STOP by SMS until you answer START`,
  },
  {
    title: 'Log-ins and tries',
    what: 'When, with which kind of browser, and from which network address, so that you can see on your account page that it was always you.',
    why: `To notice thefts: ${safety}.`,
    until: showDays(keepDays.logins),
  },
  {
    title: 'Browsers you logged in with',
    what: 'That you did, so that strangers who try your password cannot lock you out; and log-ins that are still open.',
    why: `To keep you signed in, and strangers out: ${safety}.`,
    until: `${showDays(keepDays.knownBrowsers)} after the last log-in; open log-ins ${showDays(keepDays.loginSessions)} at most`,
  },
  {
    title: 'Logs and counts',
    what: 'Which pages and calls were asked for, and what our team did, without names, e-mail addresses or what was typed; and scrambled counts of how often somebody tried.',
    why: `To find faults and attacks: ${safety}.`,
    until: `counts ${showDays(1)} at most; what our team did for ever; logs and backups ${gap('how long logs and backups are kept')}`,
  },
]
