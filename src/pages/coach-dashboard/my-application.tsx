import { useQuery } from '@tanstack/react-query'
import { FileQuestion } from 'lucide-react'
import type { User } from '#src/accounts/contract.ts'
import { findApplicationByEmail } from '#src/applications/contract.ts'
import { ApplicationSummary } from '#src/applications/web/application-summary.tsx'
import { Thread } from '#src/messages/web/thread.tsx'
import { ButtonAnchor } from '#src/ui/button.tsx'
import { apiQuery, HttpError } from '#src/ui/call-api.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { Loaded } from './loaded.tsx'

/** The coach's own application, and the chat with the team about it. */
export function MyApplication({ user }: { user: User }) {
  const application = useQuery({
    ...apiQuery(findApplicationByEmail, { query: { email: user.email } }),
    staleTime: 0,
    gcTime: 0,
  })
  if (application.error instanceof HttpError && application.error.status === 404)
    return (
      <EmptyState
        icon={FileQuestion}
        title="No application"
        action={
          <ButtonAnchor href="/#contact" variant="secondary">
            Contact form
          </ButtonAnchor>
        }
      >
        You became a coach without one. Write to our team by the contact form or, once you have sessions, in the chat of
        one: they read along.
      </EmptyState>
    )
  return (
    <Loaded query={application} what="your application">
      {(data) => (
        <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
          <ApplicationSummary application={data} />
          <Panel
            aria-labelledby="team-chat"
            className="flex h-[max(24rem,calc(100dvh-8rem))] min-w-0 flex-col p-0! lg:h-[max(28rem,calc(100vh-23rem))]"
          >
            <h3 id="team-chat" className="display border-line border-b p-4 text-lg">
              Chat with our team
            </h3>
            <Thread
              of={{ coachApplicationId: data.id }}
              sendTo="/api/messages/send-coach-application"
              empty="Anything about your profile, your pay or the team: ask here."
              className="flex-1"
            />
          </Panel>
        </div>
      )}
    </Loaded>
  )
}
