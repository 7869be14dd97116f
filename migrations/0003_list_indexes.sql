DROP INDEX "bookings_created_idx";--> statement-breakpoint
DROP INDEX "bookings_player_idx";--> statement-breakpoint
DROP INDEX "orders_open_idx";--> statement-breakpoint
CREATE INDEX "refunds_pending_idx" ON "refunds" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "bookings_created_idx" ON "bookings" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookings_player_idx" ON "bookings" USING btree ("player_id","starts_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_open_idx" ON "orders" USING btree ("held_until") WHERE status = 'open';