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
	"game_expertise" text NOT NULL,
	"current_rank" text NOT NULL,
	"coaching_experience" text NOT NULL,
	"why_coach" text NOT NULL,
	"availability" text NOT NULL,
	"discord_username" text,
	"portfolio_links" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"admin_notes" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coach_applications_status" CHECK ("coach_applications"."status" in ('pending', 'approved', 'rejected'))
);
--> statement-breakpoint
ALTER TABLE "application_readers" ADD CONSTRAINT "application_readers_application_id_coach_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."coach_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_applications" ADD CONSTRAINT "coach_applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_readers_application_idx" ON "application_readers" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "application_readers_expires_idx" ON "application_readers" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "coach_applications_email_idx" ON "coach_applications" USING btree ("applicant_email","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "coach_applications_user_idx" ON "coach_applications" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "coach_applications_created_idx" ON "coach_applications" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);