DROP INDEX "sms_opt_outs_number_idx";--> statement-breakpoint
ALTER TABLE "sms_opt_outs" ADD COLUMN "said_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "sms_opt_outs" SET "said_at" = "created_at";--> statement-breakpoint
CREATE INDEX "sms_opt_outs_number_idx" ON "sms_opt_outs" USING btree ("number","said_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);