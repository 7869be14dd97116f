import { z } from 'zod/mini'
import { bookingParams, bookingSchema } from '#src/features/bookings/contract.ts'
import { defineCall } from '#src/shared/define-call.ts'
import { instantSchema } from '#src/shared/fields.ts'
import { firstCalls } from '#src/shared/first-calls.ts'

/** Who sells; null is a gap that only the owner can fill, or no tax. */
const sellerSchema = z.object({
  name: z.nullable(z.string()),
  address: z.nullable(z.string()),
  taxId: z.nullable(z.string()),
  email: z.string(),
})
export type Seller = z.output<typeof sellerSchema>

export const seller = defineCall({
  ...firstCalls.seller,
  who: 'everybody',
  summary: 'Who sells: for the Imprint, footers, the Terms, the Privacy notice and receipts',
  reply: z.extend(sellerSchema, {
    /** Nothing is missing that buyers must be able to read. */
    isPublished: z.boolean(),
    /** Whether buyers can withdraw from what is sold now (TERM-9); null: nobody has said. */
    withdrawal: z.nullable(z.enum(['exempt', 'applies'])),
    /** The owner still has to say so. */
    asksWithdrawal: z.boolean(),
  }),
})

/** A receipt: seller, service, payment and refunds. Money is decimal text in dollars. */
export const bookingReceipt = defineCall({
  method: 'GET',
  path: '/api/bookings/:bookingId/receipt',
  who: 'account',
  summary: 'The booking’s receipt; for its player and staff',
  params: bookingParams,
  reply: z.object({
    seller: sellerSchema,
    booking: bookingSchema,
    /** Such as `2026-000123`; null: nothing was paid. */
    number: z.nullable(z.string()),
    /** Such as `Visa •••• 4242`; null: nobody told. */
    paidWith: z.nullable(z.string()),
    paidAt: z.nullable(instantSchema),
    /** How it was taxed: the percentage that the price includes, `none` or `reverse-charge`; null: the owner had not said. */
    tax: z.nullable(z.string()),
    paid: z.string(),
    /** All that is due back, sent or not. */
    refundDue: z.string(),
    /** Oldest first. */
    refunds: z.array(
      z.object({
        amount: z.string(),
        createdAt: instantSchema,
        /** The provider's id of a refund that has gone out; null: it is on its way. */
        reference: z.nullable(z.string()),
      }),
    ),
    /** The player withdrew. */
    isWithdrawn: z.boolean(),
    /** The version of the Terms that was agreed to; null: from before there were versions, or nobody paid. */
    termsVersion: z.nullable(z.number()),
  }),
})
