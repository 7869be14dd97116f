CREATE TABLE "contacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"game" text NOT NULL,
	"current_rank" text,
	"message" text NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "success_stories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"coach_name" text NOT NULL,
	"game" text NOT NULL,
	"before_rank" text NOT NULL,
	"after_rank" text NOT NULL,
	"story" text NOT NULL,
	"sessions_count" integer DEFAULT 1 NOT NULL,
	"is_approved" boolean DEFAULT false NOT NULL,
	"is_featured" boolean DEFAULT false NOT NULL,
	"reject_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "success_stories_sessions" CHECK ("success_stories"."sessions_count" >= 1),
	CONSTRAINT "success_stories_featured_is_approved" CHECK ("success_stories"."is_approved" or not "success_stories"."is_featured"),
	CONSTRAINT "success_stories_rejected_is_hidden" CHECK ("success_stories"."reject_reason" is null or not "success_stories"."is_approved")
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "success_stories" ADD CONSTRAINT "success_stories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contacts_user_idx" ON "contacts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "contacts_created_idx" ON "contacts" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "success_stories_user_idx" ON "success_stories" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "success_stories_featured_idx" ON "success_stories" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_featured;--> statement-breakpoint
CREATE INDEX "success_stories_pending_idx" ON "success_stories" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not is_approved and reject_reason is null;