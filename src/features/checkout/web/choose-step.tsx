import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { ZoneSwitch } from '#src/features/accounts/web/zone-switch.tsx'
import { firstInGroup } from '#src/features/bookings/group-words.ts'
import type { Hour } from '#src/features/bookings/hours-contract.ts'
import { offers, services } from '#src/features/bookings/services.ts'
import { MySessionClash } from '#src/features/bookings/web/my-sessions/my-session-clash.tsx'
import { freeHoursQuery } from '#src/features/bookings/web/picker/free-hours-query.ts'
import { HourPicker, HourPickerSkeleton } from '#src/features/bookings/web/picker/hour-picker.tsx'
import { NearestHours } from '#src/features/bookings/web/picker/nearest-hours.tsx'
import { ServicePicker } from '#src/features/bookings/web/picker/service-picker.tsx'
import { PolicyTerms } from '#src/features/bookings/web/policy-terms.tsx'
import type { Coach } from '#src/features/coaches/contract.ts'
import { ownHoursText } from '#src/features/coaches/own-hours.ts'
import { coachesQuery } from '#src/features/coaches/web/coaches-query.ts'
import { isOwnHours, OwnHours } from '#src/features/coaches/web/own-hours.tsx'
import { sellerQuery } from '#src/features/payments/web/seller-query.ts'
import { expertiseOf, games, gameWords, type PlayedGame, playedGames } from '#src/shared/games.ts'
import { showDollars } from '#src/shared/money.ts'
import { showWhen } from '#src/shared/session-times.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { DialogBody, DialogFoot } from '#src/ui/controls/dialog.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { useOnline } from '#src/ui/feedback/use-online.ts'
import type { Choice, ChosenSession } from './choice.ts'
import { CoachChoice, GameChoice } from './coach-choice.tsx'
import { GoneHour } from './gone-hour.tsx'
import type { Offer } from './offer.ts'
import { useTooLong } from './use-too-long.ts'

/** Why the player is back at the first step, with other hours when the wanted one is gone. */
export type Notice = {
  message: string
  nearest?: Hour[]
  /** The player's network holds several hours of this coach: others have more. */
  isNetworkFull?: boolean
  /** What the chosen service costs now, in cents, when that is not what the page says. */
  price?: number
}

type ChooseStepProps = {
  offer: Offer
  choice: Choice
  /** The coach of the choice; null is any available one. */
  coach: Coach | null
  notice: Notice | null
  /** The notice was read. */
  onDismiss(): void
  onChange(choice: Choice): void
  onCancel(): void
  onProceed(session: ChosenSession): void
}

/** Until a service is chosen, hours are shown for one of one hour, which fits wherever a longer one does. */
const [anyHour] = services

/** What stands there in the frame that answers the press: all offers and hours take a cheap phone longer. */
export function ChooseStepSkeleton() {
  return (
    <DialogBody>
      <div className="min-h-[min(34rem,60vh)]">
        <HourPickerSkeleton />
      </div>
    </DialogBody>
  )
}

/** Step 1: service, date and hour, and who coaches which game where the offer leaves that open. */
export function ChooseStep({
  offer,
  choice,
  coach,
  notice,
  onDismiss,
  onChange,
  onCancel,
  onProceed,
}: ChooseStepProps) {
  const { data: seller } = useQuery(sellerQuery)
  const readerZone = useReaderZone()
  const [opened] = useState(choice)
  const service = offers.find(({ id }) => id === choice.serviceId)
  const hours = useQuery({
    ...freeHoursQuery((service ?? anyHour).id, choice.coachId, choice.game),
    placeholderData: keepPreviousData,
  })
  const { zone = '', days = [] } = hours.data ?? {}
  const day = days.find(({ date }) => date === choice.date)
  const hour = hours.isPlaceholderData
    ? undefined
    : day?.hours.find(({ time, state }) => time === choice.time && state === 'free')
  const isShared = service && hour && hour.seatsLeft < service.capacity
  // Beside players who have joined a group nothing else fits, however short.
  const tooLong = useTooLong(choice, hour && !isShared ? { hour, minutes: (service ?? anyHour).minutes } : undefined)
  const missing = [!service && 'a service', !day && 'a date', !hour && 'a time'].filter((part) => part !== false)

  const price = notice?.price

  const isOnline = useOnline()
  const { data: coaches } = useQuery(coachesQuery)
  const offered = offer.coach ? expertiseOf(offer.coach.gameExpertise) : playedGames
  const hasCoach = offer.coach || !coaches || coaches.some((each) => plays(each, choice.game))

  const chooseGame = (game: Choice['game']) => {
    const keepsCoach = coach && plays(coach, game)
    onChange({ ...choice, game, coachId: keepsCoach ? coach.id : null })
  }
  return (
    <>
      <DialogBody>
        <div className="flex flex-col gap-6">
          {notice && (
            <Alert tone="bad" title={notice.message}>
              {notice.isNetworkFull && (
                <AppLink
                  to="/coaches"
                  className="touch inline-flex items-center font-medium text-signal underline-offset-4 hover:underline"
                >
                  Other coaches
                </AppLink>
              )}
              {price !== undefined && service && (
                <div className="mt-3 flex flex-wrap gap-3">
                  <Button
                    size="sm"
                    disabled={!hour}
                    onClick={() => hour && onProceed({ coach, service: { ...service, price }, hour, zone })}
                  >
                    {`Go on for ${showDollars(price)}`}
                  </Button>
                  <Button size="sm" variant="secondary" onClick={onDismiss}>
                    Back
                  </Button>
                </div>
              )}
              {notice.nearest && notice.nearest.length > 0 && (
                <>
                  <p className="mt-1">Nearest free hours:</p>
                  <NearestHours
                    hours={notice.nearest}
                    readerZone={readerZone}
                    onChoose={({ date, time }) => onChange({ ...choice, date, time })}
                  />
                </>
              )}
            </Alert>
          )}
          <div className="grid gap-8 lg:grid-cols-[4fr_8fr]">
            <div className="grid content-start gap-6">
              {offered.length > 1 && <GameChoice offered={offered} game={choice.game} onChoose={chooseGame} />}
              {!offer.coach && (
                <CoachChoice
                  game={choice.game}
                  coachId={choice.coachId}
                  onChoose={(coachId) => onChange({ ...choice, coachId })}
                />
              )}
              <ServicePicker
                chosenId={choice.serviceId}
                showsChosen={!notice}
                tooLong={tooLong}
                onChoose={(serviceId) => onChange({ ...choice, serviceId })}
              />
            </div>
            <div className="min-w-0 lg:self-start tall:lg:sticky tall:lg:top-0">
              {!hasCoach ? (
                <EmptyState title={`No coach for ${games[choice.game].label} yet`}>
                  Choose {gameWords.other} game, or come back soon: we are looking for one.
                </EmptyState>
              ) : hours.isPending ? (
                <HourPickerSkeleton />
              ) : isOwnHours(hours.error) ? (
                <OwnHours />
              ) : hours.isError ? (
                <LoadFailed {...hours} title="The free hours could not be loaded" />
              ) : (
                <>
                  {choice === opened && choice.date && choice.time && !hour && !notice && !hours.isPlaceholderData && (
                    <GoneHour
                      hours={days.flatMap((each) => each.hours)}
                      date={choice.date}
                      time={choice.time}
                      onChoose={({ date, time }) => onChange({ ...choice, date, time })}
                    />
                  )}
                  <ZoneSwitch />
                  <HourPicker
                    days={days}
                    zone={zone}
                    readerZone={readerZone}
                    date={choice.date}
                    time={hour?.time ?? null}
                    showSeats={(service?.capacity ?? 1) > 1}
                    busy={hours.isPlaceholderData}
                    onChoose={(when) => onChange({ ...choice, ...when })}
                  />
                </>
              )}
              {tooLong.size > 0 && (
                <p className="mt-3 text-sm">
                  Want a longer session?{' '}
                  <button
                    type="button"
                    className="touch font-medium text-signal underline-offset-4 hover:underline"
                    onClick={() => onChange({ ...choice, time: null })}
                  >
                    Take another hour
                  </button>
                </p>
              )}
              {service && hour && (
                <section aria-label="Cancellation policy" className="mt-6 border-line border-t pt-4">
                  <h3 className="mb-1 font-semibold">If you cancel</h3>
                  <PolicyTerms price={service.price} startsAt={hour.startsAt} withdrawal={seller?.withdrawal ?? null} />
                </section>
              )}
            </div>
          </div>
        </div>
      </DialogBody>
      <DialogFoot className="flex flex-wrap items-center justify-end gap-3">
        {!isOnline && (
          <Alert tone="warn" urgent title="You are offline" className="w-full p-3!">
            Your choice stays. Go on when your connection is back.
          </Alert>
        )}
        <p role="status" className="figures w-full text-balance text-sm sm:w-auto sm:flex-1">
          <span>
            {isOwnHours(hours.error)
              ? ownHoursText
              : service && hour
                ? showWhen(hour.startsAt, zone, readerZone)
                : `Still to choose: ${missing.join(', ')}`}
          </span>
          {service && service.capacity > 1 && hour && !isShared && (
            <span className="mt-1 block text-strong">{firstInGroup()}</span>
          )}
          {service && hour && <MySessionClash startsAt={hour.startsAt} minutes={service.minutes} />}
        </p>
        <Button variant="secondary" className="max-[15rem]:w-full" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          className="flex-1 max-[15rem]:basis-full sm:flex-none"
          disabled={missing.length > 0}
          onClick={() => service && hour && onProceed({ coach, service, hour, zone })}
        >
          Proceed to Payment
        </Button>
      </DialogFoot>
    </>
  )
}

function plays(coach: Coach, game: PlayedGame): boolean {
  return expertiseOf(coach.gameExpertise).includes(game)
}
