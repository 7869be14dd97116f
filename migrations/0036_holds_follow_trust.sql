ALTER TABLE "orders" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ran_out" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Orders without an hour had no end: those still open end at the next look.
UPDATE "orders" SET "held_until" = "created_at" + interval '15 minutes' WHERE "status" = 'open' AND "held_until" IS NULL;--> statement-breakpoint
CREATE INDEX "orders_network_idx" ON "orders" USING btree ("coach_id","network") WHERE "orders"."network" is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_network_while_open" CHECK ("orders"."network" is null or "orders"."status" = 'open');
