ALTER TABLE "deliveries" ADD COLUMN "next_try_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "deliveries_due_idx" ON "deliveries" USING btree ("next_try_at") WHERE "deliveries"."status" = 'queued';--> statement-breakpoint
-- Until now each delivery was a job as well; from here on the row itself is what is due.
DO $$ BEGIN
  IF to_regclass('pgboss.schedule') IS NOT NULL THEN
    DELETE FROM pgboss.schedule WHERE name = 'give-up-deliveries';
    DELETE FROM pgboss.job WHERE name IN ('give-up-deliveries', 'deliver-message');
  END IF;
END $$;
