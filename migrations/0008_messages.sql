CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"side" text NOT NULL,
	"sender_id" uuid,
	"sender_name" text NOT NULL,
	"sender_email" text NOT NULL,
	"content" text NOT NULL,
	"sending" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_number_key" UNIQUE("thread_id","number"),
	CONSTRAINT "messages_sending_key" UNIQUE("thread_id","sending")
);
--> statement-breakpoint
CREATE TABLE "thread_sides" (
	"thread_id" uuid NOT NULL,
	"side" text NOT NULL,
	"seen" integer DEFAULT 0 NOT NULL,
	"mailed" integer DEFAULT 0 NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	CONSTRAINT "thread_sides_thread_id_side_pk" PRIMARY KEY("thread_id","side")
);
--> statement-breakpoint
CREATE TABLE "threads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid,
	"application_id" uuid,
	"last_number" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "threads_booking_key" UNIQUE("booking_id"),
	CONSTRAINT "threads_application_key" UNIQUE("application_id"),
	CONSTRAINT "threads_one_subject" CHECK (num_nonnulls("threads"."booking_id", "threads"."application_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_sides" ADD CONSTRAINT "thread_sides_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_application_id_coach_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."coach_applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_sender_idx" ON "messages" USING btree ("sender_id");