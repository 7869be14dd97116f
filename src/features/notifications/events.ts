import { defineEvent } from '#src/shared/define-event.ts'

/** An SMS was given up, or did not arrive. `dedupeKey` names what it was about: `kind:id`, often more behind another colon. */
export const smsNotDelivered = defineEvent<{ deliveryId: string; dedupeKey: string }>('notifications.sms-not-delivered')
