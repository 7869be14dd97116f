import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import { atMost, idSchema, instantSchema, optionalTextSchema } from '#src/shared/fields.ts'

/** What a bank is told about a dispute, by the provider's names of its evidence. */
export const evidenceFields = [
  'product_description',
  'service_date',
  'customer_name',
  'customer_email_address',
  'refund_policy_disclosure',
  'access_activity_log',
  'uncategorized_text',
] as const
export type EvidenceField = (typeof evidenceFields)[number]

const params = z.object({ problemId: idSchema })

export const disputeEvidence = defineCall({
  method: 'GET',
  path: '/api/payment-problems/:problemId/evidence',
  who: 'owner',
  summary: 'What we know about a disputed payment, as the bank will read it',
  params,
  reply: z.object({
    bookingId: z.string(),
    dueBy: z.nullable(instantSchema),
    answeredAt: z.nullable(instantSchema),
    /** Why it cannot be answered now; null: it can. */
    refusal: z.nullable(z.string()),
    sections: z.array(z.object({ field: z.enum(evidenceFields), text: z.string() })),
    /** Names these sections as they are: an answer says which ones were read. */
    version: z.string(),
  }),
})

/**
 * Sends what was read, and the owner's own words, to the bank: once, for good. 409: what we know has changed since
 * (`reason: 'evidence-changed'`), the bank waits for no answer, or it is the caller's own payment. A repeat changes nothing.
 */
export const answerDispute = defineCall({
  method: 'POST',
  path: '/api/payment-problems/:problemId/answer',
  who: 'owner',
  summary: 'Answer the bank about a disputed payment',
  sentence: ({ problem }) => `answered the bank about ${problem}`,
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  confirm: true,
  refusals: [409],
  params,
  body: z.object({ words: optionalTextSchema(5_000), version: z.string().check(atMost(64)) }),
  reply: z.object({ ok: z.literal(true) }),
})
