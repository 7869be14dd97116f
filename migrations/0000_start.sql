-- By hand, for what stands below: pg_trgm, for a search, comes with PostgreSQL, and whoever may create tables in a database may add it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- `LU-` and five of 32 letters and digits without 0, O, 1 and I. A counter, scrambled: each step (times an odd number modulo
-- 32^5, and a shift onto itself) can be undone, so no two counts give one number, and a number does not tell the count.
CREATE SEQUENCE "booking_numbers" AS bigint MINVALUE 1 MAXVALUE 33554431;--> statement-breakpoint
CREATE FUNCTION "booking_number"() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  letters CONSTANT text := '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  n bigint := nextval('booking_numbers');
BEGIN
  n := n * 20398469 % 33554432;
  n := n # (n >> 13);
  n := n * 11400717 % 33554432;
  n := n # (n >> 12);
  RETURN 'LU-' || substr(letters, (n >> 20)::int + 1, 1) || substr(letters, (n >> 15 & 31)::int + 1, 1)
    || substr(letters, (n >> 10 & 31)::int + 1, 1) || substr(letters, (n >> 5 & 31)::int + 1, 1)
    || substr(letters, (n & 31)::int + 1, 1);
END
$$;--> statement-breakpoint
-- What drizzle-kit makes of the table files.
CREATE TABLE "demo_data" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"filled_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demo_data_one_row" CHECK ("demo_data"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "heartbeats" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "heartbeats_name" CHECK ("heartbeats"."name" in ('backup', 'payment-webhook', 'payment-list'))
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "admin_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"admin_id" uuid NOT NULL,
	"user_id" uuid,
	"login_session_id" uuid,
	"device" text DEFAULT 'Unknown device' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"proved_factor" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "admin_sessions_id_key" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "admins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admins_email_key" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"browser_hash" text NOT NULL,
	"device" text DEFAULT 'Unknown device' NOT NULL,
	"network" text DEFAULT 'unknown' NOT NULL,
	"is_welcome" boolean DEFAULT false NOT NULL,
	"name" text,
	"code_hash" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "codes_purpose" CHECK ("codes"."purpose" in ('verify-email', 'reset-password', 'admin-login', 'applicant-access'))
);
--> statement-breakpoint
CREATE TABLE "known_browsers" (
	"token_hash" text NOT NULL,
	"email" text NOT NULL,
	"last_in_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_browsers_email_token_hash_pk" PRIMARY KEY("email","token_hash")
);
--> statement-breakpoint
CREATE TABLE "login_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"device" text DEFAULT 'Unknown device' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"proved_factor" boolean DEFAULT false NOT NULL,
	"renewal" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "login_sessions_id_key" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "logins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"way" text NOT NULL,
	"outcome" text NOT NULL,
	"device" text NOT NULL,
	"network" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "logins_way" CHECK ("logins"."way" in ('sign-up', 'password', 'app-code', 'recovery-code', 'mailed-code', 'admin-login')),
	CONSTRAINT "logins_outcome" CHECK ("logins"."outcome" in ('opened', 'confirmed', 'code-missing', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"gamer_tag" text,
	"handles" jsonb NOT NULL,
	"zone" text,
	"ranks" jsonb NOT NULL,
	"goal" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"on_since" timestamp (3) with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"tries_since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_alert_choices" (
	"user_id" uuid NOT NULL,
	"alert" text NOT NULL,
	"wanted" boolean NOT NULL,
	CONSTRAINT "staff_alert_choices_user_id_alert_pk" PRIMARY KEY("user_id","alert"),
	CONSTRAINT "staff_alert_choices_alert" CHECK ("staff_alert_choices"."alert" in ('booking', 'unseen', 'cancellation', 'question', 'report', 'waiting', 'question-late', 'unanswered', 'dispute', 'problem', 'claim', 'contact', 'application', 'application-message', 'unreliable', 'coach-ready', 'digest'))
);
--> statement-breakpoint
CREATE TABLE "staff_rules" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"second_factor" boolean NOT NULL,
	CONSTRAINT "staff_rules_one_row" CHECK ("staff_rules"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"is_owner" boolean DEFAULT false NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"terms_version" smallint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_key" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "application_readers" (
	"browser_hash" text NOT NULL,
	"application_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "application_readers_browser_hash_application_id_pk" PRIMARY KEY("browser_hash","application_id")
);
--> statement-breakpoint
CREATE TABLE "coach_applications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"applicant_name" text NOT NULL,
	"applicant_email" text NOT NULL,
	"applicant_phone" text,
	"game_expertise" text[] NOT NULL,
	"current_rank" text NOT NULL,
	"coaching_experience" text NOT NULL,
	"why_coach" text NOT NULL,
	"availability" text NOT NULL,
	"discord_username" text,
	"portfolio_links" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"email_proven_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"admin_notes" text,
	"last_decision" jsonb,
	"coach_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coach_applications_status" CHECK ("coach_applications"."status" in ('pending', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid,
	"listed_admin_id" uuid,
	"door" text NOT NULL,
	"call" text NOT NULL,
	"about" jsonb NOT NULL,
	"sentence" text,
	"status" smallint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_log_door" CHECK ("audit_log"."door" in ('account', 'admin-login')),
	CONSTRAINT "audit_log_one_person" CHECK (num_nonnulls("audit_log"."person_id", "audit_log"."listed_admin_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "booking_history" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"act" text NOT NULL,
	"actor_id" uuid,
	"actor_role" text NOT NULL,
	"reason" text,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "booking_history_act" CHECK ("booking_history"."act" in ('booked', 'move', 'schedule', 'cancel', 'complete', 'no-show', 'refund', 'claim-guarantee', 'write-up', 'notes-missing', 'call-off', 'hand-over', 'money-back', 'propose', 'refunded', 'refund-failed', 'rated', 'take-back', 'coach-missing', 'player-missing', 'minutes-back', 'new-hour', 'no-new-hour', 'held', 'objected', 'dispute-open', 'dispute-won', 'dispute-lost', 'claim-refunded', 'claim-another-coach', 'claim-declined')),
	CONSTRAINT "booking_history_actor_role" CHECK ("booking_history"."actor_role" in ('player', 'coach', 'staff', 'system'))
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text DEFAULT booking_number() NOT NULL,
	"player_id" uuid,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"customer_phone" text,
	"coach_id" uuid,
	"coach_name" text NOT NULL,
	"service_id" text NOT NULL,
	"service_name" text NOT NULL,
	"minutes" smallint NOT NULL,
	"capacity" smallint NOT NULL,
	"includes" text NOT NULL,
	"owed" jsonb,
	"notes_sent_at" timestamp (3) with time zone,
	"notes_missed_at" timestamp (3) with time zone,
	"terms" jsonb NOT NULL,
	"terms_version" smallint,
	"session_date" text NOT NULL,
	"session_time" text NOT NULL,
	"zone" text NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"price" numeric(10,2) NOT NULL,
	"refund_due" numeric(10,2) DEFAULT 0 NOT NULL,
	"refunded" numeric(10,2) DEFAULT 0 NOT NULL,
	"refund_share_limit" smallint DEFAULT 100 NOT NULL,
	"full_refund_until_start" boolean DEFAULT false NOT NULL,
	"dispute" text,
	"payment_id" text,
	"seat_id" uuid,
	"status" text DEFAULT 'confirmed' NOT NULL,
	"missing" text,
	"is_questioned" boolean DEFAULT false NOT NULL,
	"had_remedy" boolean DEFAULT false NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"next_reminder_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bookings_number_key" UNIQUE("number"),
	CONSTRAINT "bookings_payment_key" UNIQUE("payment_id"),
	CONSTRAINT "bookings_seat_key" UNIQUE("seat_id"),
	CONSTRAINT "bookings_dispute" CHECK ("bookings"."dispute" in ('open', 'won', 'lost')),
	CONSTRAINT "bookings_status" CHECK ("bookings"."status" in ('confirmed', 'completed', 'cancelled', 'no_show')),
	CONSTRAINT "bookings_missing" CHECK ("bookings"."missing" in ('player', 'coach')),
	CONSTRAINT "bookings_refund_bounds" CHECK (0 <= "bookings"."refunded" and "bookings"."refunded" <= "bookings"."refund_due" and "bookings"."refund_due" <= "bookings"."price"),
	CONSTRAINT "bookings_share_bounds" CHECK ("bookings"."refund_share_limit" between 0 and 100),
	CONSTRAINT "bookings_time_whole" CHECK (("bookings"."starts_at" is null) = ("bookings"."ends_at" is null))
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"user_id" uuid NOT NULL,
	"as" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_feeds_user_id_as_pk" PRIMARY KEY("user_id","as"),
	CONSTRAINT "calendar_feeds_token_key" UNIQUE("token_hash"),
	CONSTRAINT "calendar_feeds_as" CHECK ("calendar_feeds"."as" in ('coach', 'owner'))
);
--> statement-breakpoint
CREATE TABLE "guarantee_claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"wanted" text,
	"status" text DEFAULT 'open' NOT NULL,
	"decision_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "guarantee_claims_booking_key" UNIQUE("booking_id"),
	CONSTRAINT "guarantee_claims_wanted" CHECK ("guarantee_claims"."wanted" in ('refunded', 'another-coach')),
	CONSTRAINT "guarantee_claims_status" CHECK ("guarantee_claims"."status" in ('open', 'refunded', 'another-coach', 'declined'))
);
--> statement-breakpoint
CREATE TABLE "player_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"coach_id" uuid NOT NULL,
	"player_id" uuid NOT NULL,
	"note" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "player_notes_player_key" UNIQUE("coach_id","player_id")
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"player_id" uuid NOT NULL,
	"coach_id" uuid NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocks_player_id_coach_id_by_pk" PRIMARY KEY("player_id","coach_id","by"),
	CONSTRAINT "blocks_by" CHECK ("blocks"."by" in ('player', 'coach'))
);
--> statement-breakpoint
CREATE TABLE "coach_photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"coach_id" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coach_photos_coach_key" UNIQUE("coach_id")
);
--> statement-breakpoint
CREATE TABLE "coaches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"game_expertise" text[] NOT NULL,
	"current_rank" text NOT NULL,
	"profile_image_url" text,
	"discord_username" text,
	"portfolio_links" text,
	"room_url" text,
	"phone" text,
	"availability" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"total_students" integer DEFAULT 0 NOT NULL,
	"average_rating" numeric(3, 2) DEFAULT '0.00' NOT NULL,
	"total_hours" integer DEFAULT 0 NOT NULL,
	"counted_at" timestamp (3) with time zone,
	"students_before" integer DEFAULT 0 NOT NULL,
	"hours_before" integer DEFAULT 0 NOT NULL,
	"before_source" text,
	"achievements" text[] DEFAULT '{}' NOT NULL,
	"specialties" text[] DEFAULT '{}' NOT NULL,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"how_i_teach" text,
	"clip_url" text,
	"public_links" text[] DEFAULT '{}' NOT NULL,
	"zone" text,
	"answer_minutes" integer,
	"known_arrivals" integer,
	"on_time_arrivals" integer,
	"hours_confirmed_at" timestamp (3) with time zone,
	"rules_version" smallint,
	"rules_accepted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coaches_user_key" UNIQUE("user_id"),
	CONSTRAINT "coaches_slug_key" UNIQUE("slug"),
	CONSTRAINT "coaches_before_sourced" CHECK ("coaches"."students_before" >= 0 and "coaches"."hours_before" >= 0 and ("coaches"."students_before" + "coaches"."hours_before" = 0 or "coaches"."before_source" is not null)),
	CONSTRAINT "coaches_languages_known" CHECK ("coaches"."languages" <@ '{en,es,fr,de,pt,it,nl,pl,sv,no,da,fi,tr,ar,hi,ru,uk,ja,ko,zh}'::text[])
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"game" text[] NOT NULL,
	"current_rank" text,
	"message" text NOT NULL,
	"coach_id" uuid,
	"answered_at" timestamp (3) with time zone,
	"answered_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"writer_id" uuid NOT NULL,
	"note" text NOT NULL,
	"idempotency_key" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_notes_idempotency_key" UNIQUE("person_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"side" text NOT NULL,
	"sender_id" uuid,
	"sender_name" text NOT NULL,
	"sender_email" text NOT NULL,
	"content" text NOT NULL,
	"idempotency_key" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_number_key" UNIQUE("thread_id","number"),
	CONSTRAINT "messages_idempotency_key" UNIQUE("thread_id","idempotency_key"),
	CONSTRAINT "messages_side" CHECK ("messages"."side" in ('player', 'coach', 'applicant', 'inquirer', 'staff'))
);
--> statement-breakpoint
CREATE TABLE "thread_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"author_id" uuid,
	"text" text NOT NULL,
	"idempotency_key" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "thread_notes_idempotency_key" UNIQUE("thread_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "thread_sides" (
	"thread_id" uuid NOT NULL,
	"side" text NOT NULL,
	"seen" integer DEFAULT 0 NOT NULL,
	"mailed" integer DEFAULT 0 NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	CONSTRAINT "thread_sides_thread_id_side_pk" PRIMARY KEY("thread_id","side"),
	CONSTRAINT "thread_sides_side" CHECK ("thread_sides"."side" in ('player', 'coach', 'applicant', 'inquirer', 'staff'))
);
--> statement-breakpoint
CREATE TABLE "threads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid,
	"application_id" uuid,
	"is_inquiry" boolean DEFAULT false NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"last_message_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"assignee_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "threads_booking_key" UNIQUE("booking_id"),
	CONSTRAINT "threads_application_key" UNIQUE("application_id"),
	CONSTRAINT "threads_one_subject" CHECK (num_nonnulls("threads"."booking_id", "threads"."application_id") + "threads"."is_inquiry"::int = 1)
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dedupe_key" text NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"headers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"invite" jsonb,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"audience" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"tries_left" smallint DEFAULT 151 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	CONSTRAINT "deliveries_dedupe_key" UNIQUE("dedupe_key"),
	CONSTRAINT "deliveries_channel" CHECK ("deliveries"."channel" in ('mail', 'sms')),
	CONSTRAINT "deliveries_status" CHECK ("deliveries"."status" in ('queued', 'sent', 'failed')),
	CONSTRAINT "deliveries_audience" CHECK ("deliveries"."audience" in ('owner', 'admin', 'staff', 'nobody'))
);
--> statement-breakpoint
CREATE TABLE "mail_choices" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"reminders" boolean DEFAULT true NOT NULL,
	"messages" boolean DEFAULT true NOT NULL,
	"copies" boolean DEFAULT true NOT NULL,
	"day_plans" boolean DEFAULT true NOT NULL,
	"coach_reminders" boolean DEFAULT true NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_choices_token_key" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "sms_opt_outs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"is_out" boolean NOT NULL,
	"message_sid" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sms_opt_outs_message_key" UNIQUE("message_sid")
);
--> statement-breakpoint
CREATE TABLE "coach_shares" (
	"valid_from" text PRIMARY KEY NOT NULL,
	"percent" smallint NOT NULL,
	"set_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coach_shares_percent" CHECK ("coach_shares"."percent" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"state" text NOT NULL,
	"amount" numeric(10,2) NOT NULL,
	"reason" text NOT NULL,
	"due_by" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"answered_by" uuid,
	"answer_hash" text,
	"evidence" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputes_state" CHECK ("disputes"."state" in ('open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"player_id" uuid NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"service_id" text NOT NULL,
	"service_name" text NOT NULL,
	"minutes" smallint NOT NULL,
	"capacity" smallint NOT NULL,
	"includes" text NOT NULL,
	"owed" jsonb,
	"terms" jsonb NOT NULL,
	"terms_version" smallint,
	"amount" numeric(10,2) NOT NULL,
	"wanted_coach_id" uuid,
	"coach_id" uuid,
	"game" text[] NOT NULL,
	"refunded" numeric(10,2) DEFAULT 0 NOT NULL,
	"session_date" text,
	"session_time" text,
	"starts_at" timestamp (3) with time zone,
	"held_until" timestamp (3) with time zone,
	"is_held_longer" boolean DEFAULT false NOT NULL,
	"ran_out" boolean DEFAULT false NOT NULL,
	"network" text,
	"seat_id" uuid,
	"intent_id" text,
	"contact_name" text NOT NULL,
	"contact_email" text NOT NULL,
	"contact_phone" text,
	"copy_to" text,
	"failed_tries" smallint DEFAULT 0 NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"paid_with" text,
	"fee" numeric(10,2),
	"receipt_number" text,
	"booking_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_seat_key" UNIQUE("seat_id"),
	CONSTRAINT "orders_intent_key" UNIQUE("intent_id"),
	CONSTRAINT "orders_receipt_number_key" UNIQUE("receipt_number"),
	CONSTRAINT "orders_booking_key" UNIQUE("booking_id"),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('open', 'booked', 'released', 'refunded')),
	CONSTRAINT "orders_network_while_open" CHECK ("orders"."network" is null or "orders"."status" = 'open'),
	CONSTRAINT "orders_refunded_bounds" CHECK ("orders"."refunded" between 0 and "orders"."amount")
);
--> statement-breakpoint
CREATE TABLE "payment_problems" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid,
	"booking_id" uuid,
	"dispute_id" text,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	CONSTRAINT "payment_problems_kind" CHECK ("payment_problems"."kind" in ('mismatch', 'refund-failed', 'refund-without-order', 'dispute', 'unknown-payment', 'unsettled', 'webhook-refused', 'events-missed'))
);
--> statement-breakpoint
CREATE TABLE "payout_lines" (
	"payout_id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"amount" numeric(10,2) NOT NULL,
	CONSTRAINT "payout_lines_payout_id_booking_id_pk" PRIMARY KEY("payout_id","booking_id"),
	CONSTRAINT "payout_lines_amount" CHECK ("payout_lines"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"coach_id" uuid NOT NULL,
	"until" text NOT NULL,
	"amount" numeric(10,2) NOT NULL,
	"reference" text NOT NULL,
	"paid_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payouts_amount" CHECK ("payouts"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "provider_cursor" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"read_until" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"failed_tries" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "provider_cursor_one_row" CHECK ("provider_cursor"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt_numbers" (
	"year" smallint PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"cause_id" uuid NOT NULL,
	"amount" numeric(10,2) NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempt" smallint DEFAULT 1 NOT NULL,
	"provider_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_provider_key" UNIQUE("provider_id"),
	CONSTRAINT "refunds_cause_key" UNIQUE("order_id","cause","cause_id"),
	CONSTRAINT "refunds_cause" CHECK ("refunds"."cause" in ('cancelled', 'guarantee', 'goodwill', 'notes-missing', 'called-off', 'coach-missing', 'minutes-back', 'late-payment')),
	CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('pending', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "ratings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"user_id" uuid,
	"coach_id" uuid NOT NULL,
	"coach_name" text NOT NULL,
	"rating" smallint NOT NULL,
	"review" text,
	"game" text[] NOT NULL,
	"service_name" text,
	"rank" text,
	"is_approved" boolean DEFAULT false NOT NULL,
	"reject_reason" text,
	"last_decision" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ratings_booking_key" UNIQUE("booking_id"),
	CONSTRAINT "ratings_stars" CHECK ("ratings"."rating" between 1 and 5),
	CONSTRAINT "ratings_decided_once" CHECK (not ("ratings"."is_approved" and "ratings"."reject_reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "availability" (
	"coach_id" uuid PRIMARY KEY NOT NULL,
	"zone" text NOT NULL,
	"buffer_minutes" smallint DEFAULT 0 NOT NULL,
	"notice_hours" smallint DEFAULT 0 NOT NULL,
	"most_a_day" smallint,
	CONSTRAINT "availability_buffer" CHECK ("availability"."buffer_minutes" between 0 and 60 and "availability"."buffer_minutes" % 15 = 0),
	CONSTRAINT "availability_notice" CHECK ("availability"."notice_hours" between 0 and 72),
	CONSTRAINT "availability_most" CHECK ("availability"."most_a_day" between 1 and 12)
);
--> statement-breakpoint
CREATE TABLE "availability_exceptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"coach_id" uuid NOT NULL,
	"date" date NOT NULL,
	"until" date,
	"opens" smallint,
	"closes" smallint,
	CONSTRAINT "availability_exceptions_day_key" UNIQUE("coach_id","date"),
	CONSTRAINT "availability_exceptions_until" CHECK ("availability_exceptions"."until" > "availability_exceptions"."date"),
	CONSTRAINT "availability_exceptions_order" CHECK (("availability_exceptions"."opens" is null and "availability_exceptions"."closes" is null) or (0 <= "availability_exceptions"."opens" and "availability_exceptions"."opens" < "availability_exceptions"."closes" and "availability_exceptions"."closes" <= 1440))
);
--> statement-breakpoint
CREATE TABLE "seats" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slot_id" uuid NOT NULL,
	"capacity" smallint NOT NULL,
	"seat_no" smallint NOT NULL,
	"player_id" uuid,
	"held_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seats_no_key" UNIQUE("slot_id","seat_no"),
	CONSTRAINT "seats_player_key" UNIQUE("slot_id","player_id"),
	CONSTRAINT "seats_no_fits" CHECK ("seats"."seat_no" between 1 and "seats"."capacity")
);
--> statement-breakpoint
CREATE TABLE "slots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"coach_id" uuid NOT NULL,
	"during" "tstzrange" NOT NULL,
	"capacity" smallint NOT NULL,
	"is_shut" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "slots_id_capacity_key" UNIQUE("id","capacity"),
	CONSTRAINT "slots_capacity" CHECK ("slots"."capacity" between 1 and 4)
);
--> statement-breakpoint
CREATE TABLE "weekly_hours" (
	"id" uuid PRIMARY KEY NOT NULL,
	"coach_id" uuid NOT NULL,
	"weekday" smallint NOT NULL,
	"opens" smallint NOT NULL,
	"closes" smallint NOT NULL,
	CONSTRAINT "weekly_hours_weekday" CHECK ("weekly_hours"."weekday" between 1 and 7),
	CONSTRAINT "weekly_hours_order" CHECK (0 <= "weekly_hours"."opens" and "weekly_hours"."opens" < "weekly_hours"."closes" and "weekly_hours"."closes" <= 1440)
);
--> statement-breakpoint
CREATE TABLE "session_check_ins" (
	"booking_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"side" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "session_check_ins_booking_id_starts_at_side_pk" PRIMARY KEY("booking_id","starts_at","side"),
	CONSTRAINT "session_check_ins_side" CHECK ("session_check_ins"."side" in ('player', 'coach'))
);
--> statement-breakpoint
CREATE TABLE "session_choices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"coach_id" uuid,
	"cause" text NOT NULL,
	"reason" text,
	"word" text,
	"token_hash" text,
	"deadline" timestamp (3) with time zone,
	"chosen" text,
	"date" text,
	"time" text,
	"seat_id" uuid,
	"chosen_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_choices_token_key" UNIQUE("token_hash"),
	CONSTRAINT "session_choices_start_key" UNIQUE("booking_id","starts_at","coach_id"),
	CONSTRAINT "session_choices_cause" CHECK ("session_choices"."cause" in ('called-off', 'coach-missing')),
	CONSTRAINT "session_choices_reason" CHECK ("session_choices"."reason" in ('ill', 'emergency', 'technical', 'other')),
	CONSTRAINT "session_choices_chosen" CHECK ("session_choices"."chosen" in ('another-coach', 'another-hour', 'money'))
);
--> statement-breakpoint
CREATE TABLE "coach_drills" (
	"coach_id" uuid NOT NULL,
	"text" text NOT NULL,
	"link" text,
	"place" smallint NOT NULL,
	CONSTRAINT "coach_drills_coach_id_text_pk" PRIMARY KEY("coach_id","text")
);
--> statement-breakpoint
CREATE TABLE "session_homework" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"text" text NOT NULL,
	"link" text,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "session_homework_text_key" UNIQUE("booking_id","text")
);
--> statement-breakpoint
CREATE TABLE "session_intakes" (
	"booking_id" uuid PRIMARY KEY NOT NULL,
	"rank" text,
	"goal" text,
	"holds_back" text,
	"links" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"watched_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from" timestamp (3) with time zone NOT NULL,
	"to" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "session_proposals" (
	"booking_id" uuid PRIMARY KEY NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"date" text NOT NULL,
	"time" text NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "session_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"coach_id" uuid,
	"by" text NOT NULL,
	"says" text NOT NULL,
	"minutes" smallint,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"agrees" boolean,
	"answered_at" timestamp (3) with time zone,
	"state" text NOT NULL,
	"why" text,
	"staff_since" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"outcome" text,
	"decided_by" uuid,
	"reason" text,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "session_questions_by" CHECK ("session_questions"."by" in ('player', 'coach')),
	CONSTRAINT "session_questions_says" CHECK ("session_questions"."says" in ('not-here', 'late', 'ended-early', 'could-not-play', 'coach-asked')),
	CONSTRAINT "session_questions_state" CHECK ("session_questions"."state" in ('waiting', 'staff', 'settled')),
	CONSTRAINT "session_questions_outcome" CHECK ("session_questions"."outcome" in ('coach-missing', 'player-missing', 'minutes-back', 'new-hour', 'called-off', 'held', 'cancelled', 'taken-back', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "session_report_messages" (
	"report_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"side" text NOT NULL,
	"sender_id" uuid,
	"content" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "session_report_messages_report_id_message_id_pk" PRIMARY KEY("report_id","message_id"),
	CONSTRAINT "session_report_messages_side" CHECK ("session_report_messages"."side" in ('player', 'coach', 'applicant', 'inquirer', 'staff'))
);
--> statement-breakpoint
CREATE TABLE "session_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"by" text NOT NULL,
	"coach_id" uuid,
	"reporter_id" uuid,
	"problem" text NOT NULL,
	"words" text,
	"upheld" boolean,
	"reason" text,
	"settled_by" uuid,
	"settled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_reports_by" CHECK ("session_reports"."by" in ('player', 'coach')),
	CONSTRAINT "session_reports_problem" CHECK ("session_reports"."problem" in ('rude', 'outside', 'not-as-sold', 'other')),
	CONSTRAINT "session_reports_settled" CHECK (("session_reports"."settled_at" is null) = ("session_reports"."upheld" is null))
);
--> statement-breakpoint
CREATE TABLE "session_statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL,
	"says" text NOT NULL,
	"minutes" smallint,
	"agrees" boolean,
	"words" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_statements_by" CHECK ("session_statements"."by" in ('player', 'coach')),
	CONSTRAINT "session_statements_says" CHECK ("session_statements"."says" in ('not-here', 'late', 'ended-early', 'could-not-play', 'coach-asked', 'we-met'))
);
--> statement-breakpoint
CREATE TABLE "session_take_overs" (
	"choice_id" uuid NOT NULL,
	"coach_id" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"accepts" boolean,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "session_take_overs_choice_id_coach_id_pk" PRIMARY KEY("choice_id","coach_id")
);
--> statement-breakpoint
CREATE TABLE "session_write_ups" (
	"booking_id" uuid PRIMARY KEY NOT NULL,
	"seen" jsonb NOT NULL,
	"next_step" text,
	"written_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "success_stories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"coach_name" text NOT NULL,
	"game" text[] NOT NULL,
	"before_rank" text NOT NULL,
	"after_rank" text NOT NULL,
	"story" text NOT NULL,
	"sessions_count" integer DEFAULT 1 NOT NULL,
	"is_approved" boolean DEFAULT false NOT NULL,
	"is_featured" boolean DEFAULT false NOT NULL,
	"reject_reason" text,
	"last_decision" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "success_stories_sessions" CHECK ("success_stories"."sessions_count" >= 1),
	CONSTRAINT "success_stories_featured_is_approved" CHECK ("success_stories"."is_approved" or not "success_stories"."is_featured"),
	CONSTRAINT "success_stories_rejected_is_hidden" CHECK ("success_stories"."reject_reason" is null or not "success_stories"."is_approved")
);
--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_login_session_id_login_sessions_id_fk" FOREIGN KEY ("login_session_id") REFERENCES "public"."login_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_sessions" ADD CONSTRAINT "login_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logins" ADD CONSTRAINT "logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_alert_choices" ADD CONSTRAINT "staff_alert_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_readers" ADD CONSTRAINT "application_readers_application_id_coach_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."coach_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_applications" ADD CONSTRAINT "coach_applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_applications" ADD CONSTRAINT "coach_applications_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_history" ADD CONSTRAINT "booking_history_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_history" ADD CONSTRAINT "booking_history_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_seat_id_seats_id_fk" FOREIGN KEY ("seat_id") REFERENCES "public"."seats"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guarantee_claims" ADD CONSTRAINT "guarantee_claims_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_notes" ADD CONSTRAINT "player_notes_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_notes" ADD CONSTRAINT "player_notes_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_photos" ADD CONSTRAINT "coach_photos_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coaches" ADD CONSTRAINT "coaches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_id_threads_id_fk" FOREIGN KEY ("id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_notes" ADD CONSTRAINT "staff_notes_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_notes" ADD CONSTRAINT "staff_notes_writer_id_users_id_fk" FOREIGN KEY ("writer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_notes" ADD CONSTRAINT "thread_notes_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_notes" ADD CONSTRAINT "thread_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_sides" ADD CONSTRAINT "thread_sides_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_application_id_coach_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."coach_applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_shares" ADD CONSTRAINT "coach_shares_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_wanted_coach_id_coaches_id_fk" FOREIGN KEY ("wanted_coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_seat_id_seats_id_fk" FOREIGN KEY ("seat_id") REFERENCES "public"."seats"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_problems" ADD CONSTRAINT "payment_problems_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_problems" ADD CONSTRAINT "payment_problems_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_problems" ADD CONSTRAINT "payment_problems_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_paid_by_users_id_fk" FOREIGN KEY ("paid_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability" ADD CONSTRAINT "availability_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability_exceptions" ADD CONSTRAINT "availability_exceptions_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_slot_fk" FOREIGN KEY ("slot_id","capacity") REFERENCES "public"."slots"("id","capacity") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slots" ADD CONSTRAINT "slots_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_hours" ADD CONSTRAINT "weekly_hours_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_check_ins" ADD CONSTRAINT "session_check_ins_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_choices" ADD CONSTRAINT "session_choices_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_choices" ADD CONSTRAINT "session_choices_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_choices" ADD CONSTRAINT "session_choices_seat_id_seats_id_fk" FOREIGN KEY ("seat_id") REFERENCES "public"."seats"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_drills" ADD CONSTRAINT "coach_drills_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_homework" ADD CONSTRAINT "session_homework_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_intakes" ADD CONSTRAINT "session_intakes_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_proposals" ADD CONSTRAINT "session_proposals_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_questions" ADD CONSTRAINT "session_questions_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_questions" ADD CONSTRAINT "session_questions_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_questions" ADD CONSTRAINT "session_questions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_report_messages" ADD CONSTRAINT "session_report_messages_report_id_session_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."session_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_report_messages" ADD CONSTRAINT "session_report_messages_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_report_messages" ADD CONSTRAINT "session_report_messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_reports" ADD CONSTRAINT "session_reports_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_reports" ADD CONSTRAINT "session_reports_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_reports" ADD CONSTRAINT "session_reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_reports" ADD CONSTRAINT "session_reports_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_statements" ADD CONSTRAINT "session_statements_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_take_overs" ADD CONSTRAINT "session_take_overs_choice_id_session_choices_id_fk" FOREIGN KEY ("choice_id") REFERENCES "public"."session_choices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_take_overs" ADD CONSTRAINT "session_take_overs_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_write_ups" ADD CONSTRAINT "session_write_ups_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "success_stories" ADD CONSTRAINT "success_stories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "admin_sessions_admin_idx" ON "admin_sessions" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "admin_sessions_user_idx" ON "admin_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "admin_sessions_login_session_idx" ON "admin_sessions" USING btree ("login_session_id");--> statement-breakpoint
CREATE INDEX "admin_sessions_expires_idx" ON "admin_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "codes_asked_idx" ON "codes" USING btree ("email","purpose","browser_hash");--> statement-breakpoint
CREATE INDEX "codes_expires_idx" ON "codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "known_browsers_last_in_idx" ON "known_browsers" USING btree ("last_in_at");--> statement-breakpoint
CREATE INDEX "login_sessions_user_idx" ON "login_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "login_sessions_expires_idx" ON "login_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "logins_user_idx" ON "logins" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "logins_created_idx" ON "logins" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "recovery_codes_user_idx" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_staff_idx" ON "users" USING btree ("id") WHERE "users"."is_owner" or "users"."is_admin";--> statement-breakpoint
CREATE INDEX "users_search_idx" ON "users" USING gin (lower("name" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "application_readers_application_idx" ON "application_readers" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "application_readers_expires_idx" ON "application_readers" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "coach_applications_email_idx" ON "coach_applications" USING btree ("applicant_email","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "coach_applications_user_idx" ON "coach_applications" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "coach_applications_coach_idx" ON "coach_applications" USING btree ("coach_id");--> statement-breakpoint
CREATE INDEX "coach_applications_phone_idx" ON "coach_applications" USING btree ("applicant_phone");--> statement-breakpoint
CREATE INDEX "coach_applications_created_idx" ON "coach_applications" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "coach_applications_pending_idx" ON "coach_applications" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "coach_applications_search_idx" ON "coach_applications" USING gin (lower("applicant_name" || ' ' || "applicant_email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_log_created_idx" ON "audit_log" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_search_idx" ON "audit_log" USING gin (lower("sentence") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_log_person_idx" ON "audit_log" USING btree ("person_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "booking_history_booking_idx" ON "booking_history" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE INDEX "bookings_created_idx" ON "bookings" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookings_player_idx" ON "bookings" USING btree ("player_id","starts_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookings_coach_idx" ON "bookings" USING btree ("coach_id","starts_at");--> statement-breakpoint
CREATE INDEX "bookings_starts_idx" ON "bookings" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "bookings_made_idx" ON "bookings" USING btree ("created_at","price");--> statement-breakpoint
CREATE INDEX "bookings_held_idx" ON "bookings" USING btree ("starts_at","coach_id","minutes","status","ends_at","is_questioned","price","refund_due","session_date","id") WHERE ("bookings"."status" <> 'confirmed' or "bookings"."seat_id" is not null);--> statement-breakpoint
CREATE INDEX "bookings_phone_idx" ON "bookings" USING btree ("customer_phone");--> statement-breakpoint
CREATE INDEX "bookings_reminder_idx" ON "bookings" USING btree ("next_reminder_at") WHERE "bookings"."next_reminder_at" is not null;--> statement-breakpoint
CREATE INDEX "bookings_session_idx" ON "bookings" USING btree ("session_date","session_time","id");--> statement-breakpoint
CREATE INDEX "bookings_search_idx" ON "bookings" USING gin (lower("customer_name" || ' ' || "customer_email" || ' ' || "coach_name" || ' ' || "number" || ' ' || coalesce("payment_id", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "bookings_without_player_idx" ON "bookings" USING btree ("customer_email") WHERE "bookings"."player_id" is null;--> statement-breakpoint
CREATE INDEX "player_notes_player_idx" ON "player_notes" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX "blocks_coach_idx" ON "blocks" USING btree ("coach_id");--> statement-breakpoint
CREATE INDEX "blocks_created_idx" ON "blocks" USING btree ("created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "coaches_name_idx" ON "coaches" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "contacts_user_idx" ON "contacts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "contacts_created_idx" ON "contacts" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "contacts_unanswered_idx" ON "contacts" USING btree ("created_at") WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX "staff_notes_person_idx" ON "staff_notes" USING btree ("person_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "messages_sender_idx" ON "messages" USING btree ("sender_id");--> statement-breakpoint
CREATE INDEX "messages_inquirer_idx" ON "messages" USING gin (lower("sender_name" || ' ' || "sender_email") gin_trgm_ops) WHERE side = 'inquirer';--> statement-breakpoint
CREATE INDEX "thread_notes_author_idx" ON "thread_notes" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "threads_waiting_idx" ON "threads" USING btree ("waiting_since","id") WHERE "threads"."waiting_since" is not null;--> statement-breakpoint
CREATE INDEX "threads_last_idx" ON "threads" USING btree ("last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "threads_assignee_idx" ON "threads" USING btree ("assignee_id","last_message_at") WHERE "threads"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_sms_idx" ON "deliveries" USING btree ("created_at") WHERE "deliveries"."channel" = 'sms';--> statement-breakpoint
CREATE INDEX "deliveries_created_idx" ON "deliveries" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "deliveries_recipient_idx" ON "deliveries" USING btree ("recipient","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "deliveries_counted_idx" ON "deliveries" USING btree ("status","channel","attempts","recipient","dedupe_key");--> statement-breakpoint
CREATE INDEX "sms_opt_outs_number_idx" ON "sms_opt_outs" USING btree ("number","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "disputes_order_idx" ON "disputes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "orders_player_idx" ON "orders" USING btree ("player_id","status");--> statement-breakpoint
CREATE INDEX "orders_settled_idx" ON "orders" USING btree ("settled_at","service_name","amount","refunded","fee","coach_id","booking_id","id");--> statement-breakpoint
CREATE INDEX "orders_unnumbered_idx" ON "orders" USING btree ("settled_at","id") WHERE "orders"."receipt_number" is null and "orders"."booking_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_open_idx" ON "orders" USING btree ("held_until") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "orders_copy_idx" ON "orders" USING btree ("copy_to") WHERE "orders"."copy_to" is not null;--> statement-breakpoint
CREATE INDEX "orders_network_idx" ON "orders" USING btree ("coach_id","network") WHERE "orders"."network" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_problems_open_key" ON "payment_problems" USING btree ("subject") WHERE "payment_problems"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "payment_problems_subject_idx" ON "payment_problems" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "payout_lines_booking_idx" ON "payout_lines" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "payouts_created_idx" ON "payouts" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payouts_coach_idx" ON "payouts" USING btree ("coach_id","created_at");--> statement-breakpoint
CREATE INDEX "refunds_created_idx" ON "refunds" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "refunds_pending_idx" ON "refunds" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "ratings_coach_idx" ON "ratings" USING btree ("coach_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ratings_user_idx" ON "ratings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ratings_pending_idx" ON "ratings" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not is_approved and reject_reason is null;--> statement-breakpoint
CREATE INDEX "ratings_approved_idx" ON "ratings" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_approved;--> statement-breakpoint
CREATE INDEX "seats_player_idx" ON "seats" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX "slots_shut_idx" ON "slots" USING btree ("coach_id") WHERE "slots"."is_shut";--> statement-breakpoint
CREATE INDEX "weekly_hours_coach_idx" ON "weekly_hours" USING btree ("coach_id");--> statement-breakpoint
CREATE INDEX "session_check_ins_start_idx" ON "session_check_ins" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "session_choices_due_idx" ON "session_choices" USING btree ("deadline") WHERE "session_choices"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "session_choices_coach_idx" ON "session_choices" USING btree ("coach_id","created_at");--> statement-breakpoint
CREATE INDEX "outages_to_idx" ON "outages" USING btree ("to");--> statement-breakpoint
CREATE UNIQUE INDEX "session_questions_open_key" ON "session_questions" USING btree ("booking_id") WHERE "session_questions"."state" <> 'settled';--> statement-breakpoint
CREATE INDEX "session_questions_booking_idx" ON "session_questions" USING btree ("booking_id","asked_at");--> statement-breakpoint
CREATE INDEX "session_questions_due_idx" ON "session_questions" USING btree ("due_at") WHERE "session_questions"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "session_report_messages_sender_idx" ON "session_report_messages" USING btree ("sender_id");--> statement-breakpoint
CREATE UNIQUE INDEX "session_reports_open_key" ON "session_reports" USING btree ("booking_id","by","coach_id") WHERE "session_reports"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "session_reports_booking_idx" ON "session_reports" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE INDEX "session_reports_reporter_idx" ON "session_reports" USING btree ("reporter_id");--> statement-breakpoint
CREATE INDEX "session_reports_waiting_idx" ON "session_reports" USING btree ("created_at") WHERE "session_reports"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "session_reports_settled_idx" ON "session_reports" USING btree ("settled_at") WHERE "session_reports"."settled_at" is not null;--> statement-breakpoint
CREATE INDEX "session_statements_booking_idx" ON "session_statements" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE INDEX "session_take_overs_coach_idx" ON "session_take_overs" USING btree ("coach_id");--> statement-breakpoint
CREATE INDEX "success_stories_user_idx" ON "success_stories" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "success_stories_featured_idx" ON "success_stories" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_featured;--> statement-breakpoint
CREATE INDEX "success_stories_pending_idx" ON "success_stories" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not is_approved and reject_reason is null;