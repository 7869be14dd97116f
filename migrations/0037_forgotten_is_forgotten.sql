ALTER TABLE "codes" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "codes" ALTER COLUMN "code_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "coach_applications" ADD COLUMN "email_proven_at" timestamp (3) with time zone;--> statement-breakpoint
-- Jobs that mailed codes carried the address, for 30 days. The queue's tables are not ours to make: a new database has none yet.
DO $$ BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    DELETE FROM pgboss.job WHERE name = 'mail-code';
  END IF;
END $$;--> statement-breakpoint
-- Keys named the recipient of a mail about messages: thread, side and number are enough.
UPDATE "deliveries" SET "dedupe_key" = regexp_replace("dedupe_key", ':[^:@]+@[^:]+', '') WHERE "dedupe_key" LIKE '%@%';--> statement-breakpoint
UPDATE "coach_applications" SET "email_proven_at" = "users"."email_verified_at" FROM "users" WHERE "users"."id" = "coach_applications"."user_id" AND "users"."email" = "coach_applications"."applicant_email" AND "users"."email_verified_at" IS NOT NULL;
