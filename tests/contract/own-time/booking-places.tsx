import { listMySessions } from '#src/features/bookings/contract.ts'
import type { Hour } from '#src/features/bookings/hours-contract.ts'
import { MySessionClash } from '#src/features/bookings/web/my-sessions/my-session-clash.tsx'
import { HourRefusal } from '#src/features/bookings/web/my-sessions/my-session-refusal.tsx'
import { freeHoursQuery } from '#src/features/bookings/web/picker/free-hours-query.ts'
import { HourPicker } from '#src/features/bookings/web/picker/hour-picker.tsx'
import { NearestHours } from '#src/features/bookings/web/picker/nearest-hours.tsx'
import { NextFreeHour } from '#src/features/bookings/web/picker/next-free-hour.tsx'
import { PolicyTerms } from '#src/features/bookings/web/policy-terms.tsx'
import { SessionDetails } from '#src/features/checkout/web/checkout-step.tsx'
import { ChooseStep } from '#src/features/checkout/web/choose-step.tsx'
import { EndedNotice } from '#src/features/checkout/web/ended-notice.tsx'
import { checkCoach } from '#src/features/coaches/contract.ts'
import { sessionStatesKey } from '#src/features/sessions/web/session-states-query.ts'
import { FreeHours } from '#src/screens/coaches/free-hours.tsx'
import { InstantHours } from '#src/screens/home/contact/instant-hours.tsx'
import { HeroNews } from '#src/screens/home/hero/hero-news.tsx'
import OwnNews from '#src/screens/home/hero/own-news.tsx'
import { callUrl } from '#src/shared/define-call.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { apiQuery, HttpError } from '#src/ui/call-api.ts'
import { coach, offer, type Place, player, readerZone, service, type World, zone } from './world.ts'

const nothing = () => {}
const ofOrder = { minutes: 15, paymentIntentId: 'pi_1', coachName: 'VexFlip', onTake: nothing }

/** Until it is hydrated, a page asks for no hours: this is where it looks for them meanwhile. */
const nextFreeOf = ({ hour }: World) => [
  {
    queryKey: [callUrl(firstCalls.nextFreeHours as never), 'not yet'],
    data: {
      ...{ zone, dates: [], coaches: [{ coachId: 'c', hour }] },
      soonest: { 'rocket-league': [], fortnite: [coach] },
    },
  },
]

const freeHoursUrl = (query: object) => callUrl(firstCalls.freeHours as never, { query } as never)
const freeHoursOf = ({ days }: World) => [
  { queryKey: freeHoursQuery(service.id, 'c').queryKey, data: { zone, days } },
  { queryKey: [freeHoursUrl({ serviceId: service.id, coachId: 'c', game: 'fortnite' })], data: { zone, days } },
]

/** Every place where somebody books that can be drawn without a browser, by its file. */
export const bookingPlaces: Record<string, Place> = {
  'a coach’s card': {
    file: 'features/bookings/web/picker/next-free-hour.tsx',
    render: () => <NextFreeHour coachId="c" when="" />,
    loaded: nextFreeOf,
  },
  'the hours in the contact section': {
    file: 'features/checkout/web/soonest-hours.tsx',
    render: () => <InstantHours />,
    loaded: nextFreeOf,
  },
  'the first lines of the home page': {
    file: 'screens/home/hero/hero-news.tsx',
    render: () => <HeroNews />,
    loaded: nextFreeOf,
  },
  'a coach’s page': {
    file: 'screens/coaches/free-hours.tsx',
    offersHours: true,
    render: () => <FreeHours coach={coach} onChoose={nothing} />,
    loaded: ({ days, hour }) => freeHoursOf({ days: days.filter(({ date }) => date === hour.date) } as World),
  },
  'the grid of dialog and Move': {
    file: 'features/bookings/web/picker/hour-picker.tsx',
    offersHours: true,
    render: ({ days, hour }) => (
      <HourPicker
        {...{ days, zone, date: hour.date, time: hour.time, showSeats: false, busy: false, onChoose: nothing }}
        readerZone={readerZone}
      />
    ),
  },
  'the dialog’s first step, with its summary': {
    file: 'features/checkout/web/choose-step.tsx',
    offersHours: true,
    render: ({ choice, hours }) => (
      <ChooseStep
        {...{ offer, choice, coach, onDismiss: nothing, onChange: nothing, onCancel: nothing, onProceed: nothing }}
        notice={{ message: 'Gone', nearest: hours.slice(0, 3) }}
      />
    ),
    loaded: freeHoursOf,
  },
  'the terms of a choice': {
    file: 'features/bookings/web/policy-terms.tsx',
    render: ({ hour }) => <PolicyTerms price={2900} startsAt={hour.startsAt} withdrawal={null} />,
  },
  'a clash with another session': {
    file: 'features/bookings/web/my-sessions/my-session-clash.tsx',
    render: ({ hour }) => <MySessionClash startsAt={hour.startsAt} minutes={60} />,
    loaded: ({ session }) => [{ queryKey: [callUrl(listMySessions), undefined], data: [session] }],
  },
  'the checkout': {
    file: 'features/checkout/web/checkout-step.tsx',
    render: ({ chosen }) => <SessionDetails session={chosen} coachName="VexFlip" price="$29" />,
  },
  'a hold that is over': {
    file: 'features/checkout/web/ended-notice.tsx',
    render: ({ chosen, choice }) => (
      <>
        <EndedNotice ended="over" {...ofOrder} session={chosen} choice={choice} />
        <EndedNotice ended="paid" {...ofOrder} session={chosen} choice={choice} />
      </>
    ),
    loaded: freeHoursOf,
  },
  'hours nearest to one that is gone': {
    file: 'features/bookings/web/picker/nearest-hours.tsx',
    offersHours: true,
    render: ({ hour }) => <NearestHours hours={[hour]} readerZone={readerZone} onChoose={nothing} />,
  },
  'the next session on the home page': {
    file: 'screens/home/hero/own-news.tsx',
    render: () => <OwnNews user={player} meanwhile={null} />,
    loaded: ({ session }) => [
      { queryKey: apiQuery(checkCoach, { query: { email: player.email } }).queryKey, data: false },
      { queryKey: [callUrl(listMySessions), player.id], data: [session] },
      { queryKey: sessionStatesKey(player.id), data: [] },
    ],
  },
  'an hour that was taken': {
    file: 'features/bookings/web/refusal-text.ts',
    offersHours: true,
    render: ({ hour, hours }) => (
      <HourRefusal error={refusalOf(hour, hours)} readerZone={readerZone} onChoose={nothing} />
    ),
  },
}

function refusalOf(hour: Hour, hours: Hour[]): HttpError {
  const message = `${showMoment(hour.startsAt, zone)} was just taken. Please choose another hour.`
  return new HttpError(
    409,
    JSON.stringify({ message, reason: 'taken', startsAt: hour.startsAt, zone, nearest: hours.slice(0, 3) }),
  )
}
