import type { Deps } from '#src/deps.ts'
import * as accounts from '#src/features/accounts/server/accounts.ts'
import * as applications from '#src/features/applications/server/applications.ts'
import * as audit from '#src/features/audit/server/audit.ts'
import * as bookings from '#src/features/bookings/server/bookings.ts'
import * as coaches from '#src/features/coaches/server/coaches.ts'
import * as contacts from '#src/features/contacts/server/contacts.ts'
import * as messages from '#src/features/messages/server/messages.ts'
import * as notifications from '#src/features/notifications/server/notifications.ts'
import * as payments from '#src/features/payments/server/payments.ts'
import * as ratings from '#src/features/ratings/server/ratings.ts'
import * as sessions from '#src/features/sessions/server/sessions.ts'
import * as stories from '#src/features/stories/server/stories.ts'
import type { Db } from '#src/platform/database/db.ts'
import type { Account } from '#src/platform/http/guards.ts'

type Lists = Awaited<ReturnType<typeof gather>>

export type PersonalData = { exportedAt: Date; readme: typeof readme } & Lists

/** Everything kept about a person, each noun's part under names of its own. */
export async function exportData({ db, now }: Pick<Deps, 'db' | 'now'>, person: Account): Promise<PersonalData> {
  return { exportedAt: now(), readme, ...(await gather(db, person)) }
}

async function gather(db: Db, person: Account) {
  // One after the other: a download must not take many connections at once.
  const booked = await bookings.personalData(db, person)
  const coached = await coaches.personalData(db, person)
  return {
    ...(await accounts.personalData(db, person)),
    ...booked,
    ...(await payments.personalData(db, person)),
    ...(await messages.personalData(db, person)),
    ...(await sessions.personalData(db, person)),
    ...(await ratings.personalData(db, person)),
    ...(await stories.personalData(db, person)),
    ...(await contacts.personalData(db, person)),
    ...(await applications.personalData(db, person)),
    ...coached,
    ...(await audit.personalData(db, person)),
    ...(await notifications.personalData(
      db,
      person,
      await givenNumbers(db, person, booked.bookings, coached.coachProfile),
    )),
  }
}

async function givenNumbers(
  db: Db,
  person: Account,
  booked: { id: string; customerPhone: string | null }[],
  coached: { phone: string | null }[],
) {
  const given = [...booked.map(({ customerPhone }) => customerPhone), ...coached.map(({ phone }) => phone)]
  const numbers = [...new Set(given.flatMap((number) => number ?? []))]
  const shared = await messages.numbersOfOthers(db, person, numbers)
  return {
    bookingIds: booked.map(({ id }) => id),
    numbers,
    own: numbers.filter((number) => !shared.includes(number)),
  }
}

/** What each list is, for its reader. */
const readme: Record<keyof Lists, string> = {
  account: 'Your account: name, e-mail, roles, when you proved the e-mail and when you signed up.',
  profile: 'What you tell your coaches about yourself. Empty: nothing yet.',
  openSessions: 'The browsers that are logged in to your account now.',
  adminAreas: 'The browsers in which you are in the admin area now.',
  knownBrowsers:
    'When you were last in with each browser we recognise; with it nobody else’s wrong tries shut you out.',
  logins: 'Who tried to log in to your account in the last 90 days, from where, and what came of it.',
  secondFactor: 'Since when your log-in asks for a second step. Empty: it does not.',
  staffMailsChosen: 'Which mails to the team you switched on or off.',
  bookings:
    'Your sessions: when, with whom, for how much, on which terms. Their id stands as bookingId in other lists.',
  bookingHistory: 'What was done with your sessions, by which side, when and why.',
  calendarFeeds: 'Since when calendar programs can read your sessions by a private address.',
  guaranteeClaims:
    'Where you asked for the satisfaction guarantee, and what we decided; card: Stripe’s code of the card that paid.',
  orders:
    'What you paid or were about to pay for, with the contact you gave. The id stands as orderId in other lists; paymentId is the payment’s number at Stripe.',
  refunds: 'What we sent back to your card, and why; providerId is the refund’s number at Stripe.',
  disputes: 'Payments you asked your bank to take back; the id is the dispute’s number at Stripe.',
  payouts: 'What you were paid as a coach, for sessions until which day.',
  messages: 'Your chats: what you wrote, and what you were written about your sessions and applications.',
  sessionIntakes:
    'What you said before your sessions, for their coaches; watchedAt: when the coach had watched your replays.',
  sessionCheckIns: 'Who pressed I am here, for which start, and when.',
  sessionStatements:
    'What was said about how sessions went, by which side; agrees: the answer to the other side; words: why it was a no.',
  sessionQuestions: 'What was asked about sessions, and what followed.',
  sessionChoices: 'What could be chosen after a coach called off or did not come, and what was chosen.',
  sessionProposals: 'Other hours that were proposed for sessions.',
  sessionWriteUps: 'What coaches wrote of sessions: what they saw, and the next step.',
  sessionHomework: 'Homework given in sessions; doneAt: when it was ticked.',
  coachDrills: 'Drills you keep to give as homework.',
  sessionTakeOvers: 'Sessions of other coaches that you were asked to take, and your answers.',
  sessionReports: 'Problems with sessions that you reported, and what our team wrote to you.',
  ratings: 'What you said about sessions. Published once the owner approved it.',
  successStories: 'The stories you shared. Published once the owner approved them.',
  inquiries: 'What you wrote to us through the contact form.',
  coachApplications: 'Where you asked to coach with us. The id stands as applicationId in your chats.',
  coachProfile: 'Your profile as a coach, as the site shows it.',
  blocks: 'Whom you blocked, as the player or as the coach of the two.',
  staffActs: 'What you did as a member of the team, and which sessions you called off or wrote up as a coach.',
  mails: 'What we mailed you in the last 180 days. One-time codes have no text: they are not kept.',
  mailsWanted: 'Which mails you want that can be switched off. Empty: you have had none.',
  sms: 'What we texted to the phone numbers in your sessions in the last 180 days.',
}
