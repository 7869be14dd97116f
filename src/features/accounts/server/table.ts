import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { Profile } from '#src/features/accounts/profile-contract.ts'
import { codePurposes, loginOutcomes, loginWays } from '#src/features/accounts/rules.ts'
import { alertNames, type StaffAlert } from '#src/features/accounts/staff-alerts.ts'
import { createdAt, id, instant, isOneOf } from '#src/platform/database/columns.ts'
import { perGame } from '#src/shared/games.ts'

export const users = pgTable(
  'users',
  {
    id: id(),
    /** Trimmed and in lower case. */
    email: text('email').notNull().unique('users_email_key'),
    name: text('name').notNull(),
    passwordHash: text('password_hash').notNull(),
    isAdmin: boolean('is_admin').notNull().default(false),
    isOwner: boolean('is_owner').notNull().default(false),
    emailVerifiedAt: instant('email_verified_at'),
    /** The version of the Terms agreed to at sign-up; null: from before it had versions. */
    termsVersion: smallint('terms_version'),
    /** From when on somebody on the team, who set a new password by mail, may set up a second step; null: no wait. */
    secondStepFrom: instant('second_step_from'),
    /** When an account that nobody verified is forgotten, of which its address has been told; null: it was not told. */
    forgetAt: instant('forget_at'),
    createdAt: createdAt(),
  },
  // Of many people few are staff.
  (t) => [
    index('users_unverified_idx').on(t.createdAt).where(sql`${t.emailVerifiedAt} is null`),
    index('users_staff_idx').on(t.id).where(sql`${t.isOwner} or ${t.isAdmin}`),
  ],
)

/** Written as `users_staff_idx` says it: with values in it the database would not know that the index has them all. */
export const isStaff = sql`(${users.isOwner} or ${users.isAdmin})`

/** What an `Account` is read from. */
export const accountColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  isOwner: users.isOwner,
  isAdmin: users.isAdmin,
  emailVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
}

/**
 * What somebody says about themselves so that a coach finds and helps them; no row: nothing yet. Those they booked with
 * see it, and staff.
 */
export const profiles = pgTable('profiles', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** What they are called in the game. */
  gamerTag: text('gamer_tag'),
  /** What they are called elsewhere, by kind. */
  handles: jsonb('handles').$type<Profile['handles']>().notNull(),
  /** A zone of the IANA database. */
  zone: text('zone'),
  /** By game. */
  ranks: jsonb('ranks').$type<Profile['ranks']>().notNull(),
  goal: text('goal'),
  updatedAt: instant('updated_at').notNull(),
})

/** The ranks of somebody who told none. */
export const noRanks: Profile['ranks'] = perGame(() => null)

/** What a `Profile` is read from; of a left join null where there is none, which Drizzle tells by the first column. */
export const profileColumns = {
  handles: profiles.handles,
  gamerTag: profiles.gamerTag,
  zone: profiles.zone,
  // A profile knows only the games there were when it was saved.
  ranks: sql`${JSON.stringify(noRanks)}::jsonb || ${profiles.ranks}`.mapWith(profiles.ranks),
  goal: profiles.goal,
}

/** Sign-ins that have not ended. */
export const loginSessions = pgTable(
  'login_sessions',
  {
    /** SHA-256 of the token: a leaked table opens no session. */
    tokenHash: text('token_hash').primaryKey(),
    /** What its owner may know it by: tokens change, this stays. */
    id: uuid('id').notNull().defaultRandom().unique('login_sessions_id_key'),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What signed in, such as "Chrome on Windows". */
    device: text('device').notNull().default('Unknown device'),
    createdAt: createdAt(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    /** When its owner last proved who they are, at sign-in or later. */
    confirmedAt: instant('confirmed_at'),
    /** Whether its owner proved the second step in it. */
    provedFactor: boolean('proved_factor').notNull().default(false),
    /** What its token was made of, with the one before; null for the first one (`renewToken`). */
    renewal: text('renewal'),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('login_sessions_user_idx').on(t.userId), index('login_sessions_expires_idx').on(t.expiresAt)],
)

/** Browsers in which somebody was let in under an e-mail: strangers' wrong tries are not counted against them (ADR 015). */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    /** SHA-256 of the token in the browser's cookie. */
    tokenHash: text('token_hash').notNull(),
    /** Of an account, or of an admin on the list without one. Trimmed and in lower case. */
    email: text('email').notNull(),
    lastInAt: instant('last_in_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.email, t.tokenHash] }), index('known_browsers_last_in_idx').on(t.lastInAt)],
)

/** Who tried to log in, whether it worked or not: shown to the account's owner, and to staff who look into a theft. */
export const logins = pgTable(
  'logins',
  {
    id: id(),
    /** Null: nobody has the e-mail that was typed. Those are kept as well, so that both take the same time. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    way: text('way', { enum: loginWays }).notNull(),
    outcome: text('outcome', { enum: loginOutcomes }).notNull(),
    /** What it came from, such as "Chrome on Windows". */
    device: text('device').notNull(),
    /** The IPv4 address, or the first half of an IPv6 address: a household or a server, not one machine in it. */
    network: text('network').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('logins_way', isOneOf(t.way, loginWays)),
    check('logins_outcome', isOneOf(t.outcome, loginOutcomes)),
    index('logins_user_idx').on(t.userId, t.createdAt),
    index('logins_created_idx').on(t.createdAt),
  ],
)

/** One-time codes that were asked for and not used yet. Of one purpose, e-mail and browser the newest counts. */
export const codes = pgTable(
  'codes',
  {
    id: id(),
    purpose: text('purpose', { enum: codePurposes }).notNull(),
    /** Trimmed and in lower case. */
    email: text('email').notNull(),
    /** SHA-256 of the token of the browser that asked. */
    browserHash: text('browser_hash').notNull(),
    /** What asked, such as "Chrome on Windows". */
    device: text('device').notNull().default('Unknown device'),
    /** From where, as in `logins`. */
    network: text('network').notNull().default('unknown'),
    /** Whether it is the one of signing up, whose mail is the welcome. */
    isWelcome: boolean('is_welcome').notNull().default(false),
    /** What was typed beside the e-mail, for `admin-login`. */
    name: text('name'),
    /** SHA-256 of id and code; null until the code is made and mailed. */
    codeHash: text('code_hash'),
    tries: integer('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    check('codes_purpose', isOneOf(t.purpose, codePurposes)),
    index('codes_asked_idx').on(t.email, t.purpose, t.browserHash),
    index('codes_expires_idx').on(t.expiresAt),
  ],
)

/** Who may use the admin login, by e-mail and name. The role itself is `users.is_admin`: taking it shuts this door too. An account is not needed (ADR 012). */
export const admins = pgTable('admins', {
  id: id(),
  /** Trimmed and in lower case. */
  email: text('email').notNull().unique('admins_email_key'),
  name: text('name').notNull(),
  createdAt: createdAt(),
})

/** Admin logins that have not ended. */
export const adminSessions = pgTable(
  'admin_sessions',
  {
    /** SHA-256 of the token. */
    tokenHash: text('token_hash').primaryKey(),
    /** What its owner may end it by. */
    id: uuid('id').notNull().defaultRandom().unique('admin_sessions_id_key'),
    adminId: uuid('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** The admin's account; null for an admin on the list without one. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The session of the account that opened it, and ends it; null: a mailed code did. */
    loginSessionId: uuid('login_session_id').references(() => loginSessions.id, { onDelete: 'cascade' }),
    /** What entered, such as "Chrome on Windows". */
    device: text('device').notNull().default('Unknown device'),
    createdAt: createdAt(),
    /** When the admin last proved who they are: by the app's code, or before that in the session that opened it. */
    confirmedAt: instant('confirmed_at'),
    /** Whether the admin proved the second step, here or in the session that opened it. */
    provedFactor: boolean('proved_factor').notNull().default(false),
    /** 8 hours after the login, used or not, or when the session that opened it does. */
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('admin_sessions_admin_idx').on(t.adminId),
    index('admin_sessions_user_idx').on(t.userId),
    index('admin_sessions_login_session_idx').on(t.loginSessionId),
    index('admin_sessions_expires_idx').on(t.expiresAt),
  ],
)

/** Authenticator apps that give the second step of logging in. */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Base32, as it is: codes are computed from it (ADR 013). */
  secret: text('secret').notNull(),
  /** Null while it is being set up: then nobody is asked for a code. */
  onSince: instant('on_since'),
  /** The 30-second step of the last code that was used: neither that code nor an older one works again. */
  lastStep: integer('last_step').notNull().default(0),
  /** Codes tried since `triesSince`; a right one sets this back to none. */
  tries: integer('tries').notNull().default(0),
  triesSince: instant('tries_since').notNull().defaultNow(),
})

/** What opens an account without its authenticator app, each once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    /** SHA-256 of the code, which is too long to be guessed. */
    codeHash: text('code_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [index('recovery_codes_user_idx').on(t.userId)],
)

/** What owners and admins chose about the mails they get of the business; without a row they get it. */
export const staffAlertChoices = pgTable(
  'staff_alert_choices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    alert: text('alert', { enum: alertNames as [StaffAlert, ...StaffAlert[]] }).notNull(),
    wanted: boolean('wanted').notNull(),
  },
  (t) => [
    check('staff_alert_choices_alert', isOneOf(t.alert, alertNames)),
    primaryKey({ columns: [t.userId, t.alert] }),
  ],
)

/** One row: what the owner demands of everybody with a role. */
export const staffRules = pgTable(
  'staff_rules',
  {
    id: integer('id').primaryKey().default(1),
    secondFactor: boolean('second_factor').notNull(),
  },
  (t) => [check('staff_rules_one_row', sql`${t.id} = 1`)],
)
