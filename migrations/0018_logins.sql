CREATE TABLE "logins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"way" text NOT NULL,
	"outcome" text NOT NULL,
	"device" text NOT NULL,
	"network" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "logins" ADD CONSTRAINT "logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "logins_user_idx" ON "logins" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "logins_created_idx" ON "logins" USING btree ("created_at");