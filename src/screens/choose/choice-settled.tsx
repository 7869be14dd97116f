import { useEffect, useRef } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { ChoicePage } from '#src/features/sessions/call-off-contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { showMoment, showWhen } from '#src/shared/session-times.ts'
import { ButtonAnchor, ButtonLink } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { serverNow } from '#src/ui/server-clock.ts'

type ChoiceSettledProps = {
  page: ChoicePage
  settled: NonNullable<ChoicePage['settled']>
  /** The player chose on this page a moment ago. */
  isJustDone: boolean
}

/** How a choice ended. */
export function ChoiceSettled({ page, settled, isJustDone }: ChoiceSettledProps) {
  const readerZone = useReaderZone()
  const heading = useRef<HTMLHeadingElement>(null)
  // What was pressed is gone.
  useEffect(() => {
    if (isJustDone) heading.current?.focus()
  }, [isJustDone])
  const { status, coachName, startsAt } = settled
  const money = showDollars(toCents(page.refund))
  const isCancelled = status === 'cancelled'
  const outcome = isCancelled
    ? toCents(page.refund) > 0
      ? `${money} is on its way`
      : 'this session is cancelled'
    : startsAt
      ? `${coachName}, ${showWhen(startsAt, page.zone, readerZone)}`
      : 'our team finds you an hour with another coach'
  const canChange = !isCancelled && page.deadline && Date.parse(page.deadline) > serverNow()
  const until = canChange && page.deadline ? ` You can change this until ${showMoment(page.deadline, readerZone)}.` : ''
  const words = !isJustDone
    ? `This is settled: ${outcome}.`
    : isCancelled
      ? `Done: ${outcome}.`
      : `Settled: ${outcome}.${until}`
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="display text-2xl outline-none">
        {isJustDone ? 'Thank you!' : 'What suits you best?'}
      </h1>
      <Alert tone="good" title={<span className="figures">{words}</span>} className="mt-6">
        {isCancelled
          ? toCents(page.refund) > 0 && 'Banks take 5 to 10 days to show it.'
          : 'The invite is in your mail. Cancel in My Sessions and everything goes back until it starts.'}
      </Alert>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/sessions">My Sessions</ButtonLink>
        {isCancelled && (
          <ButtonAnchor href="/#coaches" variant="secondary">
            Book another session
          </ButtonAnchor>
        )}
      </div>
    </>
  )
}
