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
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;