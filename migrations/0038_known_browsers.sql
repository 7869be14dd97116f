CREATE TABLE "known_browsers" (
	"token_hash" text NOT NULL,
	"email" text NOT NULL,
	"last_in_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_browsers_email_token_hash_pk" PRIMARY KEY("email","token_hash")
);
--> statement-breakpoint
CREATE INDEX "known_browsers_last_in_idx" ON "known_browsers" USING btree ("last_in_at");
