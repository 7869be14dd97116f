import { useQuery } from '@tanstack/react-query'
import { FileQuestion } from 'lucide-react'
import type { User } from '#src/features/accounts/contract.ts'
import { findApplicationByEmail } from '#src/features/applications/contract.ts'
import { ApplicationSummary } from '#src/features/applications/web/application-summary.tsx'
import { sendCoachApplicationMessage } from '#src/features/messages/contract.ts'
import { Thread } from '#src/features/messages/web/thread.tsx'
import { apiQuery, callApi, HttpError } from '#src/ui/call-api.ts'
import { ButtonAnchor } from '#src/ui/controls/button.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { Loaded } from '../loaded.tsx'

/** The coach's own application, and the chat with the team about it. */
export default function MyApplication({ user }: { user: User }) {
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
          <ButtonAnchor href="/#contact-form" variant="secondary">
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
            className="flex h-[max(24rem,calc(100dvh-8rem-var(--room-bar,0px)))] min-w-0 flex-col p-0! lg:h-[max(28rem,calc(100vh-23rem))]"
          >
            <h3 id="team-chat" className="display border-line border-b p-4 text-lg">
              Chat with our team
            </h3>
            <Thread
              of={{ coachApplicationId: data.id }}
              send={(post) => callApi(sendCoachApplicationMessage, { body: { coachApplicationId: data.id, ...post } })}
              empty="Anything about your profile, your pay or the team: ask here."
              className="flex-1"
            />
          </Panel>
        </div>
      )}
    </Loaded>
  )
}
