CREATE TABLE "production_data" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "production_data_one_row" CHECK ("production_data"."id" = 1)
);
