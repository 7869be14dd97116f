ALTER TABLE "bookings" ADD COLUMN "next_reminder_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "bookings_reminder_idx" ON "bookings" USING btree ("next_reminder_at") WHERE "bookings"."next_reminder_at" is not null;--> statement-breakpoint
-- Until now each reminder was a job; what is booked already gets its next one here.
UPDATE "bookings" SET "next_reminder_at" = CASE WHEN "starts_at" - interval '24 hours' > now() THEN "starts_at" - interval '24 hours' ELSE "starts_at" - interval '1 hour' END WHERE "status" = 'confirmed' AND "starts_at" - interval '1 hour' > now();
