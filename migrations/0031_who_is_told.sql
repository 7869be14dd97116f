CREATE TABLE "staff_alert_choices" (
	"user_id" uuid NOT NULL,
	"alert" text NOT NULL,
	"wanted" boolean NOT NULL,
	CONSTRAINT "staff_alert_choices_user_id_alert_pk" PRIMARY KEY("user_id","alert")
);
--> statement-breakpoint
ALTER TABLE "coaches" ADD COLUMN "hours_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff_alert_choices" ADD CONSTRAINT "staff_alert_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Who has set their hours has said that they are right; until now nobody was asked.
UPDATE "coaches" SET "hours_confirmed_at" = now() WHERE "id" IN (SELECT "coach_id" FROM "availability");
