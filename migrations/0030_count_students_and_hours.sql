ALTER TABLE "coaches" ADD COLUMN "counted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "coaches" ADD COLUMN "students_before" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "coaches" ADD COLUMN "hours_before" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "coaches" ADD COLUMN "before_source" text;--> statement-breakpoint
ALTER TABLE "coaches" ADD CONSTRAINT "coaches_before_sourced" CHECK ("coaches"."students_before" >= 0 and "coaches"."hours_before" >= 0 and ("coaches"."students_before" + "coaches"."hours_before" = 0 or "coaches"."before_source" is not null));--> statement-breakpoint
-- Until now these were typed in by hand. The clock's job counts every coach within a minute of the start.
UPDATE "coaches" SET "total_students" = 0, "total_hours" = 0;
