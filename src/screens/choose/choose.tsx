import { useRequireLogin } from '#src/features/accounts/web/use-account.ts'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { HttpError } from '#src/ui/call-api.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { type Door, useChoice } from './choice-query.ts'
import { ChoiceSettled } from './choice-settled.tsx'
import { Remedies } from './remedies.tsx'

/** Where a player chooses after their coach called off, or did not come: by a mail's link, or signed in by the booking's id. */
export default function Choose() {
  const search = useSearch()
  const [token, bookingId] = [search.get('key'), search.get('booking')]
  return (
    <SiteFrame>
      <div className="wrap max-w-3xl py-10 lg:py-16">
        {token ? (
          <Choice door={{ token }} />
        ) : bookingId ? (
          <OwnChoice bookingId={bookingId} />
        ) : (
          <h1 className="display text-2xl">What suits you best?</h1>
        )}
      </div>
    </SiteFrame>
  )
}

function OwnChoice({ bookingId }: { bookingId: string }) {
  const user = useRequireLogin()
  return user ? <Choice door={{ bookingId, userId: user.id }} /> : <ChoiceToCome />
}

function Choice({ door }: { door: Door }) {
  const { query, choose } = useChoice(door)
  const { data: page, error } = query
  if (page)
    return page.settled ? (
      <ChoiceSettled page={page} settled={page.settled} isJustDone={choose.isSuccess} />
    ) : (
      <Remedies page={page} choose={choose} />
    )
  if (error instanceof HttpError && error.status === 404)
    return (
      <>
        <h1 className="display text-2xl">There is nothing to choose here</h1>
        <Alert tone="warn" title="This link is unknown" className="mt-6">
          Open the newest mail about your session, or{' '}
          <AppLink to="/sessions" className="text-signal underline underline-offset-4">
            My Sessions
          </AppLink>
          .
        </Alert>
      </>
    )
  if (error) return <LoadFailed {...query} error={error} title="Your choice could not be loaded" />
  return <ChoiceToCome />
}

function ChoiceToCome() {
  return (
    <>
      <h1 className="display text-2xl">What suits you best?</h1>
      <p role="status" className="sr-only">
        Loading your choice
      </p>
      <Skeleton className="mt-6 h-14" />
      <Skeleton className="mt-8 h-[32rem] rounded-lg" />
    </>
  )
}
