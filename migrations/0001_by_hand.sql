-- What Drizzle cannot say of a table.

-- One coach, one hour, one session: two slots of a coach never overlap, whatever the race.
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
ALTER TABLE "slots" ADD CONSTRAINT "slots_no_overlap" EXCLUDE USING gist ("coach_id" WITH =, "during" WITH &&);--> statement-breakpoint
ALTER TABLE "slots" ADD CONSTRAINT "slots_during_bounded" CHECK (lower("during") IS NOT NULL AND upper("during") IS NOT NULL AND NOT isempty("during"));--> statement-breakpoint
-- What stands in the audit stays: no row goes, and the only changes are the outcome, once, with the ids of what was made,
-- and that a sentence goes, with the people in it.
CREATE FUNCTION "audit_log_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- `=` of a row with a null in it is never true.
  IF TG_OP = 'UPDATE' AND OLD.status IS NULL AND NEW.status IS NOT NULL AND NEW.about @> OLD.about
    AND (NEW.id, NEW.person_id, NEW.listed_admin_id, NEW.door, NEW.call, NEW.created_at, NEW.sentence)
      IS NOT DISTINCT FROM (OLD.id, OLD.person_id, OLD.listed_admin_id, OLD.door, OLD.call, OLD.created_at, OLD.sentence)
  THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.sentence IS NULL
    AND to_jsonb(NEW) - 'sentence' = to_jsonb(OLD) - 'sentence'
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the audit stays as it is';
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_log_stays" BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION "audit_log_stays"();--> statement-breakpoint
CREATE TRIGGER "audit_log_is_not_emptied" BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION "audit_log_stays"();
