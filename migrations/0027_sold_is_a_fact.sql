-- Until here one policy was sold, only groups had more than one seat, and no line said what is in a session.
ALTER TABLE "bookings" ADD COLUMN "capacity" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "includes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "terms" jsonb DEFAULT '{"version": 1, "fullRefundHours": 24, "halfRefundHours": 2, "freeMoveHours": 12, "guaranteeDays": 7}' NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "full_refund_until_start" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "service_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "capacity" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "includes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "terms" jsonb DEFAULT '{"version": 1, "fullRefundHours": 24, "halfRefundHours": 2, "freeMoveHours": 12, "guaranteeDays": 7}' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "failed_tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "bookings" SET "capacity" = 4 WHERE "service_id" = 'group-basic';--> statement-breakpoint
UPDATE "orders" SET "capacity" = 4 WHERE "service_id" = 'group-basic';--> statement-breakpoint
UPDATE "orders" SET "service_name" = CASE "service_id"
  WHEN '1on1-basic' THEN '1-on-1 Basic Session'
  WHEN '1on1-advanced' THEN '1-on-1 Advanced Session'
  WHEN '1on1-pro' THEN '1-on-1 Pro Session'
  WHEN 'group-basic' THEN 'Group Session'
  WHEN 'package-starter' THEN 'Starter Session'
  WHEN 'package-pro' THEN 'Pro Session'
  WHEN 'package-elite' THEN 'Elite Session'
  ELSE "service_id" END;--> statement-breakpoint
-- From here on whoever writes one says what was sold.
ALTER TABLE "bookings" ALTER COLUMN "capacity" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "bookings" ALTER COLUMN "includes" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "bookings" ALTER COLUMN "terms" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "service_name" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "capacity" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "includes" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "terms" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "bookings" DROP COLUMN "policy_version";
