CREATE TABLE "group_hours" (
	"coach_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "group_hours_coach_id_starts_at_pk" PRIMARY KEY("coach_id","starts_at")
);
--> statement-breakpoint
ALTER TABLE "group_hours" ADD CONSTRAINT "group_hours_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;