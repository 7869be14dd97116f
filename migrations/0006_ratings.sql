CREATE TABLE "ratings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"user_id" uuid,
	"coach_id" uuid NOT NULL,
	"coach_name" text NOT NULL,
	"rating" smallint NOT NULL,
	"review" text,
	"game" text NOT NULL,
	"is_approved" boolean DEFAULT false NOT NULL,
	"reject_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ratings_booking_key" UNIQUE("booking_id"),
	CONSTRAINT "ratings_stars" CHECK ("ratings"."rating" between 1 and 5),
	CONSTRAINT "ratings_decided_once" CHECK (not ("ratings"."is_approved" and "ratings"."reject_reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ratings_coach_idx" ON "ratings" USING btree ("coach_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ratings_user_idx" ON "ratings" USING btree ("user_id");