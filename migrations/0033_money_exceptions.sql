CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"state" text NOT NULL,
	"amount" numeric(10,2) NOT NULL,
	"reason" text NOT NULL,
	"due_by" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_problems" DROP CONSTRAINT "payment_problems_subject_key";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_cause_key";--> statement-breakpoint
ALTER TABLE "guarantee_claims" ADD COLUMN "wanted" text;--> statement-breakpoint
ALTER TABLE "guarantee_claims" ADD COLUMN "decision_reason" text;--> statement-breakpoint
ALTER TABLE "payment_problems" ADD COLUMN "booking_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_problems" ADD COLUMN "dispute_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "cause_id" uuid;--> statement-breakpoint
-- So far a cause gave money back once per order: its booking names it, or the order that became none.
UPDATE "refunds" SET "cause_id" = coalesce("orders"."booking_id", "orders"."id") FROM "orders" WHERE "orders"."id" = "refunds"."order_id";--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "cause_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_order_idx" ON "disputes" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "payment_problems" ADD CONSTRAINT "payment_problems_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_problems" ADD CONSTRAINT "payment_problems_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_problems_open_key" ON "payment_problems" USING btree ("subject") WHERE "payment_problems"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "payment_problems_subject_idx" ON "payment_problems" USING btree ("subject");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_cause_key" UNIQUE("order_id","cause","cause_id");