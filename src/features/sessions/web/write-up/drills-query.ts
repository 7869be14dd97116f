import { useOwn } from '#src/features/coaches/web/own-query.ts'
import { listDrills } from '#src/features/sessions/write-up-contract.ts'
import { callUrl } from '#src/shared/define-call.ts'

/** What a coach's drills are kept under. */
export const drillsKey = (userId: string) => [callUrl(listDrills), userId]

/** The coach's own drills, in their order. */
export function useDrills(userId: string | undefined) {
  return useOwn<typeof listDrills>(listDrills, userId)
}
