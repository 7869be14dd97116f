-- By hand: texts as searches and orders compare them, without what people leave out when they type a name. `fold` in
-- src/shared/text/fold.ts does the same. The collation makes small letters of all alphabets, whatever the database's own is;
-- all that is used is of pg_catalog, so that indexes are built again whatever the search path.
CREATE FUNCTION "fold"(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN replace(replace(replace(replace(translate(regexp_replace(
  lower(normalize(replace($1, '´', ''), NFKD) COLLATE "pg_c_utf8"),
  '[\u0300-\u036f\ufe00-\ufe2f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670'
  || '''`\u02b9-\u02bf\u05f3\u0640\u200b-\u200f\u2018-\u201b\u2032]', '', 'g'),
  U&'øłđðıħəς\0649\064a\0643\05be\2010\2011\2012\2013\2014\2015', U&'olddiheσ\06cc\06cc\06a9-------'),
  'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th');--> statement-breakpoint
DROP INDEX "users_search_idx";--> statement-breakpoint
DROP INDEX "coach_applications_search_idx";--> statement-breakpoint
DROP INDEX "audit_log_search_idx";--> statement-breakpoint
DROP INDEX "bookings_search_idx";--> statement-breakpoint
DROP INDEX "messages_inquirer_idx";--> statement-breakpoint
DROP INDEX "coaches_name_idx";--> statement-breakpoint
CREATE INDEX "coaches_name_idx" ON "coaches" USING btree (fold("name"),"name","id");--> statement-breakpoint
-- By hand: what staff look for rows by. Drizzle does not know these columns, so that no row read for anything else has them.
ALTER TABLE "users" ADD COLUMN "search" text GENERATED ALWAYS AS (fold("name" || ' ' || "email")) STORED;--> statement-breakpoint
ALTER TABLE "coach_applications" ADD COLUMN "search" text GENERATED ALWAYS AS (fold("applicant_name" || ' ' || "applicant_email" || ' ' || coalesce("applicant_phone", ''))) STORED;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "search" text GENERATED ALWAYS AS (fold("sentence")) STORED;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "search" text GENERATED ALWAYS AS (fold("customer_name" || ' ' || "customer_email" || ' ' || "coach_name" || ' ' || "number" || ' ' || coalesce("payment_id", '') || ' ' || coalesce("customer_phone", ''))) STORED;--> statement-breakpoint
-- Of messages only those of inquirers: who wrote them.
ALTER TABLE "messages" ADD COLUMN "search" text GENERATED ALWAYS AS (CASE WHEN "side" = 'inquirer' THEN fold("sender_name" || ' ' || "sender_email") END) STORED;--> statement-breakpoint
CREATE INDEX "users_search_idx" ON "users" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "coach_applications_search_idx" ON "coach_applications" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_log_search_idx" ON "audit_log" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "bookings_search_idx" ON "bookings" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "messages_inquirer_idx" ON "messages" USING gin ("search" gin_trgm_ops) WHERE side = 'inquirer';--> statement-breakpoint
-- The audit's trigger as it was, but that what is looked for goes with the sentence.
CREATE OR REPLACE FUNCTION "audit_log_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- `=` of a row with a null in it is never true.
  IF TG_OP = 'UPDATE' AND OLD.status IS NULL AND NEW.status IS NOT NULL AND NEW.about @> OLD.about
    AND (NEW.id, NEW.person_id, NEW.listed_admin_id, NEW.door, NEW.call, NEW.created_at, NEW.sentence)
      IS NOT DISTINCT FROM (OLD.id, OLD.person_id, OLD.listed_admin_id, OLD.door, OLD.call, OLD.created_at, OLD.sentence)
  THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.sentence IS NULL
    AND to_jsonb(NEW) - ARRAY['sentence', 'search'] = to_jsonb(OLD) - ARRAY['sentence', 'search']
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the audit stays as it is';
END
$$;
