ALTER TABLE "guarantee_claims" ADD COLUMN "card" text;--> statement-breakpoint
ALTER TABLE "session_intakes" ADD COLUMN "checked_at" timestamp (3) with time zone;