-- `LU-` and five of 32 letters and digits without 0, O, 1 and I. A counter, scrambled: each step (times an odd number modulo
-- 32^5, and a shift onto itself) can be undone, so no two counts give one number, and a number does not tell the count.
CREATE SEQUENCE "booking_numbers" AS bigint MINVALUE 1 MAXVALUE 33554431;--> statement-breakpoint
CREATE FUNCTION "booking_number"() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  letters CONSTANT text := '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  n bigint := nextval('booking_numbers');
BEGIN
  n := n * 20398469 % 33554432;
  n := n # (n >> 13);
  n := n * 11400717 % 33554432;
  n := n # (n >> 12);
  RETURN 'LU-' || substr(letters, (n >> 20)::int + 1, 1) || substr(letters, (n >> 15 & 31)::int + 1, 1)
    || substr(letters, (n >> 10 & 31)::int + 1, 1) || substr(letters, (n >> 5 & 31)::int + 1, 1)
    || substr(letters, (n & 31)::int + 1, 1);
END
$$;--> statement-breakpoint
CREATE TABLE "mail_choices" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"reminders" boolean DEFAULT true NOT NULL,
	"messages" boolean DEFAULT true NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_choices_token_key" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "sms_opt_outs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"is_out" boolean NOT NULL,
	"message_sid" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sms_opt_outs_message_key" UNIQUE("message_sid")
);
--> statement-breakpoint
CREATE TABLE "receipt_numbers" (
	"year" smallint PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "bookings_search_idx";--> statement-breakpoint
ALTER TABLE "codes" ADD COLUMN "device" text DEFAULT 'Unknown device' NOT NULL;--> statement-breakpoint
ALTER TABLE "codes" ADD COLUMN "is_welcome" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "terms_version" smallint;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "number" text DEFAULT booking_number() NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "terms_version" smallint;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "headers" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "invite" jsonb;--> statement-breakpoint
-- What still waits to be sent keeps its invite.
UPDATE "deliveries" SET "invite" = jsonb_build_object('method', substring("attachments"->0->>'contentType' from 'method=([A-Z]+)'), 'content', "attachments"->0->>'content') WHERE "status" = 'queued' AND jsonb_array_length("attachments") > 0;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "terms_version" smallint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paid_with" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "receipt_number" text;--> statement-breakpoint
CREATE INDEX "sms_opt_outs_number_idx" ON "sms_opt_outs" USING btree ("number","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookings_search_idx" ON "bookings" USING gin (lower("customer_name" || ' ' || "customer_email" || ' ' || "coach_name" || ' ' || "number" || ' ' || coalesce("payment_id", '')) gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_number_key" UNIQUE("number");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_receipt_number_key" UNIQUE("receipt_number");