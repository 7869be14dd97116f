-- One coach, one hour, one session: two slots of a coach never overlap, whatever the race.
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
ALTER TABLE "slots" ADD CONSTRAINT "slots_no_overlap" EXCLUDE USING gist ("coach_id" WITH =, "during" WITH &&);--> statement-breakpoint
ALTER TABLE "slots" ADD CONSTRAINT "slots_during_bounded" CHECK (lower("during") IS NOT NULL AND upper("during") IS NOT NULL AND NOT isempty("during"));
