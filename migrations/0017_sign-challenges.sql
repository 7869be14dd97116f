CREATE TABLE "challenge_keys" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"key" text DEFAULT gen_random_uuid()::text || gen_random_uuid()::text NOT NULL,
	CONSTRAINT "challenge_keys_one_row" CHECK ("challenge_keys"."id" = 1)
);
