ALTER TABLE "orders" ADD COLUMN "wanted_coach_name" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_held_for_bank" boolean DEFAULT false NOT NULL;