ALTER TABLE "refunds" DROP CONSTRAINT "refunds_cause";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "early_start_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_cause" CHECK ("refunds"."cause" in ('cancelled', 'withdrawn', 'guarantee', 'goodwill', 'notes-missing', 'called-off', 'coach-missing', 'minutes-back', 'late-payment'));