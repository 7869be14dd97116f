import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#src/features/accounts/server/table.ts'
import { applicationStatuses } from '#src/features/applications/rules.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { createdAt, expertise, id, instant, isOneOf } from '#src/platform/database/columns.ts'
import type { LastDecision } from '#src/platform/database/last-decision.ts'

export const coachApplications = pgTable(
  'coach_applications',
  {
    id: id(),
    /** The account signed in when applying; null for visitors, and once that account is gone. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    applicantName: text('applicant_name').notNull(),
    /** Trimmed and in lower case. Typed, so it proves nothing. */
    applicantEmail: text('applicant_email').notNull(),
    /** In E.164 form, or as it was typed when we cannot read it. */
    applicantPhone: text('applicant_phone'),
    gameExpertise: expertise('game_expertise'),
    currentRank: text('current_rank').notNull(),
    coachingExperience: text('coaching_experience').notNull(),
    whyCoach: text('why_coach').notNull(),
    availability: text('availability').notNull(),
    discordUsername: text('discord_username'),
    portfolioLinks: text('portfolio_links'),
    status: text('status', { enum: applicationStatuses }).notNull().default('pending'),
    /** When somebody proved that this e-mail is theirs, by a code or their verified account; null: nobody has. */
    emailProvenAt: instant('email_proven_at'),
    /** Whoever sent this and wrote in its thread until then had not proved the e-mail, whose owner came later (APPLY-3). */
    unprovenUntil: instant('unproven_until'),
    /** SHA-256 of the token in the mail that asks the address's owner whether it was them; null once they answered. */
    ownerTokenHash: text('owner_token_hash').unique('coach_applications_owner_token_key'),
    /** When it got this status; null while pending. */
    decidedAt: instant('decided_at'),
    /** For staff only. */
    adminNotes: text('admin_notes'),
    /** Null also after one that cannot be undone; `madeCoachId` is the profile that it made. */
    lastDecision:
      jsonb('last_decision').$type<LastDecision<{ adminNotes: string | null; madeCoachId?: string | null }>>(),
    /** The profile that approving made, or that its applicant had; null before. */
    coachId: uuid('coach_id').references(() => coaches.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    check('coach_applications_status', isOneOf(t.status, applicationStatuses)),
    index('coach_applications_email_idx').on(t.applicantEmail, t.createdAt.desc()),
    index('coach_applications_user_idx').on(t.userId),
    index('coach_applications_coach_idx').on(t.coachId),
    index('coach_applications_phone_idx').on(t.applicantPhone),
    index('coach_applications_created_idx').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('coach_applications_pending_idx').on(t.createdAt).where(sql`status = 'pending'`),
  ],
)

/** Browsers that may read an application: the one that sent it, and those that proved its e-mail with a code. */
export const applicationReaders = pgTable(
  'application_readers',
  {
    /** SHA-256 of the token in the browser's cookie. */
    browserHash: text('browser_hash').notNull(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => coachApplications.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    /** When the address's owner came and ended its reading; it is told so. */
    endedAt: instant('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.browserHash, t.applicationId] }),
    index('application_readers_application_idx').on(t.applicationId),
    index('application_readers_expires_idx').on(t.expiresAt),
  ],
)
