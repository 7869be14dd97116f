import type { seller } from '#src/features/payments/receipt-contract.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { apiQuery } from '#src/ui/call-api.ts'

/** Who sells. */
export const sellerQuery = apiQuery<typeof seller>(firstCalls.seller)
