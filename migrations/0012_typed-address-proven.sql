ALTER TABLE "application_readers" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "coach_applications" ADD COLUMN "unproven_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "coach_applications" ADD COLUMN "owner_token_hash" text;--> statement-breakpoint
ALTER TABLE "coach_applications" ADD CONSTRAINT "coach_applications_owner_token_key" UNIQUE("owner_token_hash");