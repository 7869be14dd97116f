ALTER TABLE "orders" ADD COLUMN "is_given_back_late" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_given_on" boolean DEFAULT false NOT NULL;