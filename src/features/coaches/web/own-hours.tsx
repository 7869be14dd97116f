import { ownHoursReason, ownHoursText } from '#src/features/coaches/own-hours.ts'
import { HttpError } from '#src/ui/call-api.ts'
import { ButtonLink } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'

/** Instead of free hours, for the coach whose hours they are. */
export function OwnHours() {
  return (
    <Alert tone="info" title={ownHoursText}>
      <ButtonLink to="/coach-dashboard?section=availability" variant="secondary" size="sm" className="mt-3">
        Open my hours
      </ButtonLink>
    </Alert>
  )
}

/** Whether free hours were refused because they are the reader's own. */
export function isOwnHours(error: unknown): boolean {
  return error instanceof HttpError && error.answer.reason === ownHoursReason
}
