ALTER TABLE "heartbeats" DROP CONSTRAINT "heartbeats_name";--> statement-breakpoint
ALTER TABLE "booking_history" DROP CONSTRAINT "booking_history_act";--> statement-breakpoint
ALTER TABLE "bookings" DROP CONSTRAINT "bookings_dispute";--> statement-breakpoint
ALTER TABLE "disputes" DROP CONSTRAINT "disputes_state";--> statement-breakpoint
ALTER TABLE "heartbeats" ADD CONSTRAINT "heartbeats_name" CHECK ("heartbeats"."name" in ('backup', 'payment-webhook', 'payment-list', 'webhook-refused'));--> statement-breakpoint
ALTER TABLE "booking_history" ADD CONSTRAINT "booking_history_act" CHECK ("booking_history"."act" in ('booked', 'move', 'schedule', 'cancel', 'complete', 'no-show', 'refund', 'claim-guarantee', 'write-up', 'notes-missing', 'call-off', 'hand-over', 'money-back', 'propose', 'refunded', 'refund-failed', 'rated', 'take-back', 'coach-missing', 'player-missing', 'minutes-back', 'new-hour', 'no-new-hour', 'held', 'objected', 'dispute-inquiry', 'dispute-open', 'dispute-won', 'dispute-lost', 'claim-refunded', 'claim-another-coach', 'claim-declined'));--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_dispute" CHECK ("bookings"."dispute" in ('inquiry', 'open', 'won', 'lost'));--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_state" CHECK ("disputes"."state" in ('inquiry', 'open', 'won', 'lost'));