import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import * as accounts from '#src/features/accounts/contract.ts'
import { hashToken, newToken } from '#src/features/accounts/server/accounts.ts'
import { delayNewStep } from '#src/features/accounts/server/staff/new-step.ts'
import { endLoginSessionsOf } from '#src/features/accounts/server/staff/roles.ts'
import { startFactor, switchFactorOff, switchFactorOn } from '#src/features/accounts/server/staff/second-factor.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { answerAsOwner, applyAsCoach, reviewApplication } from '#src/features/applications/contract.ts'
import { coachRules } from '#src/features/coaches/coach-rules.ts'
import { sendContact, sendInquiryMessage } from '#src/features/contacts/contract.ts'
import { mailDigest } from '#src/features/desk/server/digest.ts'
import * as messages from '#src/features/messages/contract.ts'
import { forgetUnverified } from '#src/features/privacy/server/unverified.ts'
import { confirmAvailability } from '#src/features/schedule/contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { addDays, instantOf, wallClock } from '#src/shared/zones.ts'
import { admin, aPaidSession, app, aReader, ask, type Cause, clock, owner, silently } from './readers.ts'

export const accountCauses: Cause[] = [
  // First: it counts what happened before.
  ['a day is over', mailYesterday, { digest: 'owner' }],
  [
    'somebody signs up',
    () => ask(accounts.signup, { name: 'Rimshot', email: `player-${newId()}@else.test`, ...words }),
    { code: 'nobody' },
  ],
  [
    'somebody who has no account asks to reset a password',
    () => ask(accounts.requestCode, { purpose: 'reset-password', email: 'nobody@else.test' }),
    { 'no-account': 'staff' },
    'a-stranger',
  ],
  [
    'somebody who has an account asks to reset its password',
    async () => ask(accounts.requestCode, { purpose: 'reset-password', email: (await aReader()).email }),
    { code: 'nobody' },
    'its-reader',
  ],
  ['a password is changed', changePassword, { 'password-changed': 'staff' }],
  [
    'the second step is switched on, done by a recovery code, and switched off',
    switchFactor,
    { 'factor-on': 'staff', 'factor-off': 'staff', 'recovery-code': 'staff' },
  ],
  [
    'the owner ends somebody’s sessions',
    async () => endLoginSessionsOf(app.deps, owner, (await aReader()).email),
    { 'sessions-ended': 'staff' },
  ],
  [
    'a player writes to the owners',
    async () =>
      ask(
        sendContact,
        { name: 'Rimshot', email: 'rimshot@else.test', game: 'both', message: 'Hi' },
        await aUser(app.deps),
      ),
    { 'contact-notice': 'owner', 'contact-receipt': 'owner' },
  ],
  [
    'the team answers an inquiry',
    async () => {
      const writer = await aReader()
      const { name, email } = writer
      const inquiry = { name, email, game: 'both', message: 'Where do I begin?' }
      const { id } = await silently(() => ask(sendContact, inquiry, writer))
      await ask(sendInquiryMessage, { content: 'With a replay.\n\nSee you there!' }, owner, { contactId: id })
    },
    { 'contact-answer': 'owner' },
  ],
  ['somebody applies', () => apply(), { 'application-notice': 'admin', 'application-receipt': 'nobody' }],
  [
    'somebody applies with the e-mail of another',
    async () => apply(await aReader()),
    // The team has heard of that address.
    { 'application-receipt': 'nobody' },
    'another-account',
  ],
  ['an account that nobody verified is soon forgotten', endUnverified, { 'account-ends': 'staff' }],
  [
    'an admin sets a new password by mail',
    async () => app.deps.db.transaction((tx) => delayNewStep(app.deps, tx, admin)),
    { 'new-step': 'staff' },
  ],
  ['the owner of an application’s e-mail says that it was not them', sayNotMe, { 'application-not-theirs': 'admin' }],
  ['an application is approved', () => review('approved'), { 'application-approved': 'admin' }],
  ['an application is rejected', () => review('rejected'), { 'application-rejected': 'admin' }],
  [
    'the team writes to an applicant',
    async () =>
      ask(
        messages.sendInternalMessage,
        { coachApplicationId: (await anApplication(app.deps)).id, message: 'Hi' },
        admin,
      ),
    { message: 'staff' },
    'our-team',
  ],
  [
    'a coach lacks nothing any more',
    async () => {
      const account = await aUser(app.deps)
      await aCoach(app.deps, { userId: account.id, isActive: false, discordUsername: 'ready.rl' })
      await ask(confirmAvailability, { rulesVersion: coachRules.version }, account)
    },
    { 'coach-ready': 'staff' },
  ],
]

const words = { password: 'shy-otter-1', confirmPassword: 'shy-otter-1' }

/** At two o'clock in the afternoon of some day ahead. */
async function mailYesterday() {
  await silently(() => aPaidSession())
  const { date } = wallClock(clock, app.deps.env.businessTimeZone)
  const afternoon = instantOf(addDays(date, 1), '14:00', app.deps.env.businessTimeZone)
  await mailDigest({ ...app.deps, now: () => afternoon })
}

async function changePassword() {
  await ask(accounts.changePassword, { currentPassword: demoPassword, ...words }, await aReader())
}

async function switchFactor() {
  const person = await aReader()
  const client = { device: 'Chrome on Linux', network: '203.0.113.9' }
  const { secret } = await startFactor(app.deps, person)
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.getTime() })
  const [recovery] = await switchFactorOn(app.deps, person, { loginSessionId: newId(), ...client }, code)
  await switchFactorOff(app.deps, person, recovery!.replaceAll('-', ''), { ...client, known: null })
}

async function endUnverified() {
  const createdAt = new Date(clock.getTime() - 24 * 24 * 3_600_000)
  await app.deps.db
    .update(users)
    .set({ createdAt })
    .where(eq(users.id, (await aUser(app.deps, { emailVerified: false })).id))
  await forgetUnverified(app.deps)
}

async function apply(by?: Parameters<typeof ask>[2]) {
  const answers = {
    ...{ applicantName: 'Rimshot', applicantEmail: 'rimshot@else.test', gameExpertise: 'fortnite' },
    ...{ currentRank: 'Unreal', coachingExperience: 'Two seasons.', whyCoach: 'I like it.', availability: 'Evenings' },
  }
  await ask(applyAsCoach, answers, by)
}

async function sayNotMe() {
  const ownerToken = newToken()
  await anApplication(app.deps, { ownerTokenHash: hashToken(ownerToken) })
  await ask(answerAsOwner, { ownerToken, wasMe: false })
}

async function review(status: 'approved' | 'rejected') {
  await ask(reviewApplication, { status }, admin, { id: (await anApplication(app.deps)).id })
}
