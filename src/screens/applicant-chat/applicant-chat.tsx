import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { type Application, findApplication } from '#src/features/applications/contract.ts'
import { noApplication } from '#src/features/applications/rules.ts'
import { ApplicationSummary } from '#src/features/applications/web/application-summary.tsx'
import { ReviewSteps } from '#src/features/applications/web/review-steps.tsx'
import { sendApplicantMessage } from '#src/features/messages/contract.ts'
import { Thread } from '#src/features/messages/web/thread.tsx'
import { callUrl } from '#src/shared/define-call.ts'
import { emailSchema } from '#src/shared/fields.ts'
import { LoginFrame } from '#src/shell/login-frame.tsx'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { callApi, errorText, HttpError } from '#src/ui/call-api.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { CodeStep } from './code-step.tsx'
import { LookUpForm } from './look-up-form.tsx'
import { OwnerAnswer } from './owner-answer.tsx'

/** Where applicants see how their application fares; an e-mail address opens it, no account is needed. */
export default function ApplicantChat() {
  const search = useSearch()
  const typed = search.get('email') ?? ''
  const ownerToken = search.get('key')
  const email = emailSchema.safeParse(typed).data
  const { user } = useAccount()
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  const query = { email: email ?? '' }
  // The caller is part of the key, and nothing stays behind for the next person at this browser.
  const queryKey = [callUrl(findApplication, { query }), user?.id]
  const found = useQuery({
    queryKey,
    queryFn: () => callApi(findApplication, { query }),
    enabled: email !== undefined,
    staleTime: 0,
    gcTime: 0,
  })

  function lookUp(wanted: string) {
    if (wanted === email) void found.refetch()
    else navigate(`/applicant-chat?email=${encodeURIComponent(wanted)}`)
  }
  const opened = (application: Application) => queryClient.setQueryData(queryKey, application)

  // Somebody proved the e-mail elsewhere, which ends all who only typed it: the look-up says what to do.
  const lookAgain = () => void queryClient.resetQueries({ queryKey })

  if (ownerToken) return <OwnerAnswer ownerToken={ownerToken} onMine={({ applicantEmail }) => lookUp(applicantEmail)} />
  if (found.data) return <Opened application={found.data} onGone={lookAgain} />
  return (
    <LoginFrame
      title="Applicant Chat"
      lead="See how your coach application is doing. No account needed."
      rungs={rungs}
      footer={
        <p>
          Not applied yet?{' '}
          <AppLink
            to="/apply-coach"
            className="touch inline-flex items-center font-medium text-signal underline-offset-4 hover:underline"
          >
            Apply as a coach
          </AppLink>
        </p>
      }
    >
      <div className="flex flex-col gap-6">
        <LookUpForm
          key={typed}
          email={typed}
          busy={found.isFetching}
          quiet={isCodeRequired(found.error)}
          onLookUp={lookUp}
        />
        <div aria-live="polite" className="empty:hidden">
          {found.error && !found.isFetching && (
            <Refusal error={found.error} email={query.email} onOpened={opened} onRetry={() => found.refetch()} />
          )}
        </div>
      </div>
    </LoginFrame>
  )
}

const rungs = [
  { title: 'Enter your email', text: 'The one you applied with.' },
  { title: 'Prove that it is yours', text: 'Only in a new browser: with a code that we mail to you.' },
  { title: 'See where you stand', text: 'Your application, our answer, and what happens next.' },
]

function Opened({ application, onGone }: { application: Application; onGone(): void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that was sent is gone: reading goes on here.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <SiteFrame>
      <div className="wrap py-12 lg:py-20">
        <h1 ref={heading} tabIndex={-1} className="display text-2xl outline-none">
          Applicant Chat
        </h1>
        <div className="mt-10 grid gap-10 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:gap-x-16">
          <div className="flex min-w-0 flex-col gap-4">
            <ApplicationSummary application={application} />
            <ButtonLink to="/applicant-chat" variant="ghost" className="self-start">
              Look up another email
            </ButtonLink>
          </div>
          <Panel
            aria-labelledby="chat"
            className="flex h-[min(42rem,calc(100svh-7rem))] min-h-96 min-w-0 flex-col p-0! lg:sticky lg:top-24 lg:row-span-2"
          >
            <h2 id="chat" className="display border-line border-b p-5 text-lg sm:px-6">
              Chat with our team
            </h2>
            <Thread
              of={{ coachApplicationId: application.id }}
              send={(post) => callApi(sendApplicantMessage, { body: { coachApplicationId: application.id, ...post } })}
              onGone={onGone}
              empty="Ask us anything about your application. Our team answers here."
              className="flex-1"
            />
          </Panel>
          <section aria-labelledby="next" className="min-w-0">
            <h2 id="next" className="display mb-6 text-xl">
              What happens next
            </h2>
            <ReviewSteps status={application.status} />
          </section>
        </div>
      </div>
    </SiteFrame>
  )
}

type RefusalProps = { error: Error; email: string; onOpened(application: Application): void; onRetry(): void }

/** Why the look-up showed nothing, and what to do about it. */
function Refusal({ error, email, onOpened, onRetry }: RefusalProps) {
  const status = error instanceof HttpError ? error.status : null
  if (isCodeRequired(error))
    return (
      <CodeStep
        key={email}
        email={email}
        provenElsewhere={error.answer.isProvenElsewhere === true}
        outbox={error.answer.outbox as string | undefined}
        onOpened={onOpened}
      />
    )
  if (status === 404)
    return (
      <Alert tone="warn" title={noApplication}>
        <p>Please check your email or submit a new application.</p>
        <ButtonLink to="/apply-coach" variant="secondary" size="sm" className="mt-3">
          Apply as a Coach
        </ButtonLink>
      </Alert>
    )
  return (
    <Alert tone="bad" title="We could not look it up">
      <p>{errorText(error, 'We could not reach the server. Please check your connection.')}</p>
      <Button variant="secondary" size="sm" className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  )
}

function isCodeRequired(error: unknown): error is HttpError {
  return error instanceof HttpError && error.answer.codeRequired === true
}
