ALTER TABLE "mail_choices" ADD COLUMN "ratings" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- By hand: until now who switched off reminders was not asked, either.
UPDATE "mail_choices" SET "ratings" = "reminders";
