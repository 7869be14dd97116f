import { type ReactNode, useState } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import type { ChoicePage, Wish } from '#src/features/sessions/call-off-contract.ts'
import { chosenWords } from '#src/features/sessions/web/player-choice.tsx'
import { showDollars, toCents } from '#src/shared/money.ts'
import { showMoment, showStart, showWhen } from '#src/shared/session-times.ts'
import { errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { Card } from '#src/ui/controls/panel.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { type Choosing, isAsking } from './choice-query.ts'

const AllHoursDialog = lazyDialog(() => import('./all-hours-dialog.tsx'))

type RemediesProps = { page: ChoicePage; choose: Choosing }

/** The three things a player can choose. */
export function Remedies({ page, choose }: RemediesProps) {
  const readerZone = useReaderZone()
  const { coachName, cause, serviceName, startsAt, zone, deadline, word, chosen, held } = page
  const [price, money] = [page.price, page.refund].map((amount) => showDollars(toCents(amount)))
  const isFree = toCents(page.refund) === 0
  return (
    <>
      <h1 className="display text-2xl">What suits you best?</h1>
      <p className="figures mt-5 text-lg">
        {coachName} {cause === 'called-off' ? 'called off' : deadline ? 'did not come to' : 'is not in'} your{' '}
        {serviceName} on {showWhen(startsAt, zone, readerZone)}.
        {toCents(page.price) > 0 && ` You paid ${price}, and none of it is lost.`}
      </p>
      {word && <p className="mt-3 [overflow-wrap:anywhere]">“{word}”</p>}
      <div className="mt-6 grid gap-4" aria-live="polite">
        {choose.error && (
          <Alert tone="bad" title="Not chosen">
            {errorText(choose.error)}
          </Alert>
        )}
        {!deadline && (
          <Alert title={chosen ? `You chose ${chosenWords[chosen]}` : `${coachName} can still answer`}>
            <span className="figures">
              {held && `We hold ${showWhen(held.startsAt, zone, readerZone)} for you. `}
              What you choose is done as soon as it is settled that {coachName} did not come.
            </span>
          </Alert>
        )}
      </div>
      <ol className="mt-6 grid gap-4">
        <AnotherCoach page={page} choose={choose} />
        <AnotherHour page={page} choose={choose} />
        <Remedy number={3} title={isFree ? 'No session' : 'My money back'}>
          <p className="figures">
            {isFree
              ? 'It was free: nothing has to go back.'
              : `All ${money}, to the card you paid with. Banks take 5 to 10 days to show it.`}
          </p>
          <Press wish={{ chosen: 'money' }} variant="secondary" choose={choose}>
            {isFree ? 'Cancel it' : `Get ${money} back`}
          </Press>
        </Remedy>
      </ol>
      {deadline && (
        <p className="figures mt-6">
          Choose by {showMoment(deadline, readerZone)}; after that{' '}
          {isFree ? 'it is cancelled by itself.' : `all ${money} goes back by itself.`}
        </p>
      )}
    </>
  )
}

function AnotherCoach({ page, choose }: RemediesProps) {
  const { way, coaches } = page
  if (way === 'team')
    return (
      <Remedy number={1} title="Another coach">
        <p>Our team finds you an hour with another coach. Same session, same price.</p>
        <Press wish={{ chosen: 'another-coach' }} choose={choose}>
          Play with another coach
        </Press>
      </Remedy>
    )
  return (
    <Remedy number={1} title="Keep my hour">
      {isAsking(page) ? (
        <p role="status" className="text-strong">
          {page.asked > 0
            ? 'Asking… you hear within 10 minutes.'
            : 'No other coach can. Choose another hour, or your money back.'}
        </p>
      ) : coaches.length === 0 ? (
        <p>No other coach is free at this hour.</p>
      ) : way === 'asked' ? (
        <>
          <p>
            {coaches.length === 1
              ? 'One coach could jump in. We ask them; a yes plays.'
              : `${countWords[coaches.length] ?? coaches.length} coaches could jump in. We ask them all; the first yes plays.`}
          </p>
          <Press wish={{ chosen: 'another-coach' }} choose={choose}>
            Ask them
          </Press>
        </>
      ) : (
        coaches.map((coach) => (
          <div
            key={coach.id}
            className="grid gap-3 not-first-of-type:border-line not-first-of-type:border-t not-first-of-type:pt-3"
          >
            <p>{coachWords(coach)} is free. Same session, same price.</p>
            <Press wish={{ chosen: 'another-coach', coachId: coach.id }} choose={choose}>
              Play with {coach.name}
            </Press>
          </div>
        ))
      )}
    </Remedy>
  )
}

const countWords = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

/** `AerialAce, Grand Champion II, 4.8/5,` as a subject. */
function coachWords({ name, currentRank, averageRating }: Coach): string {
  return `${name}, ${currentRank}, ${averageRating ? `${Number(averageRating)}/5` : 'new coach'},`
}

function AnotherHour({ page, choose }: RemediesProps) {
  const readerZone = useReaderZone()
  const [isOpen, setOpen] = useState(false)
  const next = page.days
    .flatMap(({ hours }) => hours)
    .filter(({ state }) => state === 'free')
    .slice(0, 3)
  return (
    <Remedy number={2} title={`Another hour with ${page.coachName}`}>
      {next.length === 0 ? (
        <p>{page.coachName} has no free hour in the next 14 days.</p>
      ) : (
        <>
          <p className="figures">Next: {next.map(({ startsAt }) => showStart(startsAt, readerZone)).join(' · ')}</p>
          <Button variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
            All hours
          </Button>
        </>
      )}
      {isOpen && <AllHoursDialog page={page} choose={choose} onClose={() => setOpen(false)} />}
    </Remedy>
  )
}

function Remedy({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li>
      <Card className="grid gap-3 p-5">
        <h2 className="flex items-center gap-3 font-semibold text-lg text-strong">
          <span
            aria-hidden
            className="figures grid size-8 shrink-0 place-items-center rounded-full bg-raised text-signal"
          >
            {number}
          </span>
          {title}
        </h2>
        {children}
      </Card>
    </li>
  )
}

type PressProps = { wish: Wish; variant?: 'secondary'; choose: Choosing; children: ReactNode }

/** The button that chooses. */
function Press({ wish, variant, choose, children }: PressProps) {
  const isThis = choose.isPending && JSON.stringify(choose.variables) === JSON.stringify(wish)
  return (
    <Button
      variant={variant}
      className="justify-self-start"
      busy={isThis}
      disabled={choose.isPending}
      onClick={() => choose.mutate(wish)}
    >
      {children}
    </Button>
  )
}
