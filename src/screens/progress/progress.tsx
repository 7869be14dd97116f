import { useState } from 'react'
import { useRequireLogin } from '#src/features/accounts/web/use-account.ts'
import type { OpenedOffer } from '#src/features/checkout/web/choice.ts'
import { BookingDialog } from '#src/features/checkout/web/lazy-booking-dialog.ts'
import { usePendingBooking } from '#src/features/checkout/web/pending-booking.ts'
import { HomeworkList } from '#src/features/sessions/web/homework-list.tsx'
import { useProgress } from '#src/features/sessions/web/progress-query.ts'
import type { Progress as Climb } from '#src/features/sessions/write-up-contract.ts'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { ButtonLink } from '#src/ui/controls/button.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { Goal, Ranks } from './ranks.tsx'
import { Rungs } from './rungs.tsx'

/** A player's climb: what is to practise now, where they want to go, and each session with what its coach wrote. */
export default function Progress() {
  const user = useRequireLogin()
  const { data, error, isFetching, refetch } = useProgress(user?.id)
  const [offer, setOffer] = useState<OpenedOffer | null>(null)
  usePendingBooking(setOffer)
  return (
    <SiteFrame>
      <div className="wrap py-10 lg:py-16">
        <h1 className="display text-2xl">Progress</h1>
        <AppLink
          to="/sessions"
          className="touch mt-2 inline-flex min-h-6 items-center text-strong underline underline-offset-4"
        >
          My Sessions
        </AppLink>
        <div className="mt-8">
          {error && (
            <LoadFailed
              title="Your progress could not be loaded"
              error={error}
              isFetching={isFetching}
              refetch={refetch}
            />
          )}
          {data && user ? <Content climb={data} userId={user.id} onBook={setOffer} /> : !error && <ToCome />}
        </div>
      </div>
      {offer && <BookingDialog offer={offer} onClose={() => setOffer(null)} />}
    </SiteFrame>
  )
}

type ContentProps = { climb: Climb; userId: string; onBook(offer: OpenedOffer): void }

function Content({ climb: { goal, ranks, rungs }, userId, onBook }: ContentProps) {
  const now = useNow()
  // What was open when the page came: a tick does not take it away under the finger.
  const [openIds] = useState(() => rungs.flatMap(({ homework }) => homework.filter((each) => !each.doneAt)).map(idOf))
  const open = rungs.flatMap(({ homework }) => homework.filter((each) => openIds.includes(each.id) || !each.doneAt))
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-12">
      <div className="grid gap-6 lg:order-2">
        {open.length > 0 && (
          <Panel aria-labelledby="homework">
            <h2 id="homework" className="display mb-2 text-lg">
              Open homework
            </h2>
            <HomeworkList list={open} userId={userId} />
          </Panel>
        )}
        <Goal goal={goal} />
        {ranks.length > 0 && <Ranks ranks={ranks} />}
      </div>
      <section aria-labelledby="rungs" className="min-w-0">
        <h2 id="rungs" className="display mb-4 text-lg">
          Your sessions
        </h2>
        {rungs.length > 0 ? (
          <Rungs rungs={rungs} userId={userId} now={now} onBook={onBook} />
        ) : (
          <EmptyState
            title="Your first rung is one session away"
            action={<ButtonLink to="/coaches">Find your coach</ButtonLink>}
          >
            Each session you play stands here. After a 1-on-1 your coach writes down what they saw, your homework and
            the next step.
          </EmptyState>
        )}
      </section>
    </div>
  )
}

const idOf = ({ id }: { id: string }) => id

function ToCome() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading your progress
      </p>
      <Skeleton className="h-96 rounded-lg" />
    </div>
  )
}
