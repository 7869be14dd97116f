ALTER TABLE "coach_applications" ADD COLUMN "decided_at" timestamp (3) with time zone;--> statement-breakpoint
-- Nobody knows any more when: their year begins here.
UPDATE "coach_applications" SET "decided_at" = now() WHERE "status" <> 'pending';
