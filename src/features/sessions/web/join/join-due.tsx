import { openJoin, useSessionStates } from '#src/features/sessions/web/session-states-query.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'

/** Leads a coach to the Join place of a session they have not joined yet; nothing where there is none. */
export function JoinDue({ userId, now }: { userId: string; now: number }) {
  const states = useSessionStates(userId).data ?? []
  if (!states.some((state) => state.as === 'coach' && openJoin(state, now)?.you === null)) return null
  return (
    <Alert tone="warn" title="Your session can be joined now">
      <AppLink
        to="/coach-dashboard?section=agenda"
        className="touch inline-flex items-center font-medium text-signal underline-offset-4 hover:underline"
      >
        Join in the agenda
      </AppLink>
    </Alert>
  )
}
