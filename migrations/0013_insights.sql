CREATE INDEX "bookings_made_idx" ON "bookings" USING btree ("created_at","price");--> statement-breakpoint
CREATE INDEX "bookings_held_idx" ON "bookings" USING btree ("starts_at","status","coach_id","minutes");--> statement-breakpoint
CREATE INDEX "refunds_created_idx" ON "refunds" USING btree ("created_at");