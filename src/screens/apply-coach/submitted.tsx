import { useEffect, useRef } from 'react'
import type { Application } from '#src/features/applications/contract.ts'
import { reviewTime } from '#src/features/applications/rules.ts'
import { ReviewSteps } from '#src/features/applications/web/review-steps.tsx'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'

/** What stands in place of the form once it was sent. */
export function Submitted({ application, onAnother }: { application: Application; onAnother(): void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone: reading goes on here.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  return (
    <div className="wrap grid gap-12 py-12 lg:grid-cols-[3fr_2fr] lg:gap-20 lg:py-20">
      <div>
        <h1 ref={heading} tabIndex={-1} className="display text-2xl outline-none">
          Application Submitted!
        </h1>
        <p className="mt-4 max-w-prose text-lg">
          Thank you, {application.applicantName}. The review takes {reviewTime}. We write to{' '}
          <span className="break-all font-medium text-strong">{application.applicantEmail}</span>.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={`/applicant-chat?email=${encodeURIComponent(application.applicantEmail)}`} size="lg">
            Chat with Team
          </ButtonLink>
          <Button variant="secondary" size="lg" onClick={onAnother}>
            Submit Another Application
          </Button>
        </div>
      </div>
      <section aria-labelledby="next">
        <h2 id="next" className="display mb-6 text-xl">
          What happens next
        </h2>
        <ReviewSteps status={application.status} />
      </section>
    </div>
  )
}
