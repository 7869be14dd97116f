import { statusLabels } from '#src/features/bookings/life-cycle.ts'
import type { BookingStatus } from '#src/features/bookings/rules.ts'
import { Badge } from '#src/ui/controls/badge.tsx'

type StatusBadgeProps = {
  status: BookingStatus
  /** The coach called it off, and the player still chooses. */
  isCalledOff?: boolean
  className?: string
}

/** What became of a session, for its player and its coach: what is over as it should be is calm. */
export function StatusBadge({ status, isCalledOff = false, className }: StatusBadgeProps) {
  if (isCalledOff)
    return (
      <Badge tone="warn" className={className}>
        Called off
      </Badge>
    )
  return (
    <Badge tone={status === 'confirmed' ? 'good' : status === 'completed' ? 'neutral' : 'warn'} className={className}>
      {statusLabels[status]}
    </Badge>
  )
}
