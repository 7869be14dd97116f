import { queryOptions } from '@tanstack/react-query'
import type { listCoaches } from '#src/coaches/contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'

/**
 * The active coaches. Only the contract's type is imported, so its schemas (6 kB compressed) stay out of the landing
 * page's first load; queries.test.ts holds the address to the contract.
 */
export const coachesQuery = queryOptions<CallReply<typeof listCoaches>>({ queryKey: ['/api/coaches'] })
