ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_status";--> statement-breakpoint
CREATE INDEX "deliveries_invite_idx" ON "deliveries" USING btree (("invite" ->> 'uid')) WHERE "deliveries"."invite" is not null;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_status" CHECK ("deliveries"."status" in ('queued', 'sent', 'failed', 'superseded'));