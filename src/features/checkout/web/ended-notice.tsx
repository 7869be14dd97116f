import { useQuery } from '@tanstack/react-query'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { freeHours, type Hour } from '#src/features/bookings/hours-contract.ts'
import { NearestHours } from '#src/features/bookings/web/picker/nearest-hours.tsx'
import { successAddress } from '#src/features/payments/web/payment-outcome.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { apiQuery } from '#src/ui/call-api.ts'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { type Choice, type ChosenSession, nearestFree } from './choice.ts'

/**
 * Why there is nothing to pay here any more. The hour went back: its time was `over`, the bank was `late`, another window
 * gave it back (`elsewhere`), another player got it (`given-on`). Or another window has `paid`, or is `paying`.
 */
export type Ended = 'over' | 'late' | 'elsewhere' | 'given-on' | 'paid' | 'paying'

type EndedNoticeProps = {
  ended: Ended
  /** How long the hour was held; null: longer than this window had asked for. */
  minutes: number | null
  paymentIntentId: string
  coachName: string
  session: ChosenSession
  choice: Choice
  onTake(hour: Hour): void
}

/** Says why, and how to go on. */
export function EndedNotice({ ended, minutes, paymentIntentId, coachName, ...props }: EndedNoticeProps) {
  const readerZone = useReaderZone()
  const { service, hour } = props.session
  if (ended === 'paying')
    return (
      <Alert tone="warn" urgent title="Another tab is paying for this hour.">
        Do not pay again: we mail you when your bank has answered.
      </Alert>
    )
  if (ended === 'paid')
    return (
      <Alert tone="good" urgent title="Paid in another tab.">
        <p>{`${service.name} with ${coachName}, ${showMoment(hour.startsAt, readerZone)}, is yours.`}</p>
        <ButtonLink to={successAddress({ id: paymentIntentId, status: 'succeeded' })} size="sm" className="mt-3">
          See your booking
        </ButtonLink>
      </Alert>
    )
  const titles = {
    over: minutes ? `Your ${minutes} minutes are over.` : 'Your time is over.',
    late: 'Your bank did not answer in time.',
    elsewhere: 'This hour went back when you chose another one, or closed it, in another window.',
    'given-on': 'Another player got this hour: your network held several unpaid.',
  }
  const money = {
    over: 'No money was taken.',
    late: 'If the payment still gets through, you get the hour, or all of it back.',
    elsewhere: 'No money was taken.',
    'given-on': 'No money was taken.',
  }
  return <GoneBack title={titles[ended]} money={money[ended]} isGivenOn={ended === 'given-on'} {...props} />
}

type GoneBackProps = Pick<EndedNoticeProps, 'session' | 'choice' | 'onTake'> & {
  title: string
  money: string
  isGivenOn: boolean
}

/** The hour went back: whether it can be had again, else those nearest to it. */
function GoneBack({ title, money, isGivenOn, session: { service, hour }, choice, onTake }: GoneBackProps) {
  const query = { serviceId: service.id, coachId: choice.coachId ?? undefined, game: choice.game }
  const { data, isError } = useQuery({ ...apiQuery(freeHours, { query }), staleTime: 0, gcTime: 0 })
  const free = data?.days.flatMap((day) => day.hours).filter(({ state }) => state === 'free') ?? []
  const same = free.find(({ startsAt }) => startsAt === hour.startsAt)
  const readerZone = useReaderZone()
  const when = showMoment(hour.startsAt, readerZone)
  const nearest = nearestFree(free, hour)
  return (
    <Alert
      tone="bad"
      // At a network's limit the oldest hold makes room, whatever hour the other player wants.
      title={isGivenOn && same ? 'Your hour went back: your network held several unpaid.' : title}
    >
      <p>
        {money}{' '}
        {same
          ? `${when} is still free:`
          : isError
            ? `${when} may still be free:`
            : !data
              ? 'We look whether your hour is still free...'
              : `${when} is gone${nearest.length > 0 ? '; nearest:' : '.'}`}
      </p>
      {isError || same ? (
        <Button size="sm" className="mt-3" onClick={() => onTake(hour)}>
          Take it again
        </Button>
      ) : (
        <NearestHours hours={nearest} readerZone={readerZone} onChoose={onTake} />
      )}
    </Alert>
  )
}
