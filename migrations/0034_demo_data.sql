CREATE TABLE "demo_data" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"filled_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demo_data_one_row" CHECK ("demo_data"."id" = 1)
);
--> statement-breakpoint
-- What earlier versions filled. Nobody else's account is like these: no mail arrives under .test, so no stranger verifies one.
INSERT INTO "demo_data" ("filled_at")
SELECT min("created_at") FROM "users"
WHERE "email" IN ('owner@demo.test', 'admin@demo.test', 'coach@demo.test', 'player@demo.test') AND "email_verified_at" IS NOT NULL
HAVING count(*) > 0;
