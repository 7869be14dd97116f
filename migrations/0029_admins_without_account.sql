ALTER TABLE "audit_log" ALTER COLUMN "person_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "listed_admin_id" uuid;--> statement-breakpoint
ALTER TABLE "admin_sessions" DROP COLUMN "last_seen_at";--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_one_person" CHECK (num_nonnulls("audit_log"."person_id", "audit_log"."listed_admin_id") = 1);--> statement-breakpoint
-- By hand: who acted stays, too, when it is nobody with an account; `=` of a row with a null in it is never true.
CREATE OR REPLACE FUNCTION "audit_log_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.status IS NULL AND NEW.status IS NOT NULL AND NEW.about @> OLD.about
    AND (NEW.id, NEW.person_id, NEW.listed_admin_id, NEW.door, NEW.call, NEW.created_at)
      IS NOT DISTINCT FROM (OLD.id, OLD.person_id, OLD.listed_admin_id, OLD.door, OLD.call, OLD.created_at)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the audit stays as it is';
END
$$;
