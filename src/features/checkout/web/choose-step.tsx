import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { freeHours, type Hour } from '#src/features/bookings/contract.ts'
import { MySessionClash } from '#src/features/bookings/web/my-sessions/my-session-clash.tsx'
import { HourPicker, HourPickerSkeleton } from '#src/features/bookings/web/picker/hour-picker.tsx'
import { ServicePicker } from '#src/features/bookings/web/picker/service-picker.tsx'
import { PolicyTerms } from '#src/features/bookings/web/policy-terms.tsx'
import { showStart } from '#src/features/bookings/web/session-time.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import { coachesQuery } from '#src/features/coaches/web/queries.ts'
import { expertiseOf, games, gameWords, type PlayedGame, playedGames } from '#src/shared/games.ts'
import { showDate, showTime } from '#src/shared/times.ts'
import { apiQuery } from '#src/ui/call-api.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { DialogBody, DialogFoot } from '#src/ui/controls/dialog.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { type Choice, type ChosenSession, offeredServices } from './choice.ts'
import { CoachChoice, GameChoice } from './coach-choice.tsx'
import type { Offer } from './offer.ts'

/** Why the player is back at the first step, with other hours when the wanted one is gone. */
export type Notice = {
  message: string
  nearest?: Hour[]
  /** A verified e-mail would let the player go on. */
  canVerify?: boolean
}

type ChooseStepProps = {
  offer: Offer
  choice: Choice
  /** The coach of the choice; null is any available one. */
  coach: Coach | null
  notice: Notice | null
  onChange(choice: Choice): void
  onCancel(): void
  onProceed(session: ChosenSession): void
}

/** Step 1: service, date and hour, and who coaches which game where the offer leaves that open. */
export function ChooseStep({ offer, choice, coach, notice, onChange, onCancel, onProceed }: ChooseStepProps) {
  const services = offeredServices(offer)
  const service = services.find(({ id }) => id === choice.serviceId)
  const query = { serviceId: (service ?? services[0]).id, coachId: choice.coachId ?? undefined, game: choice.game }
  // What is free changes by the minute: nothing is kept beyond this step.
  const hours = useQuery({
    ...apiQuery(freeHours, { query }),
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const { zone = '', days = [] } = hours.data ?? {}
  const day = days.find(({ date }) => date === choice.date)
  const hour = hours.isPlaceholderData
    ? undefined
    : day?.hours.find(({ time, state }) => time === choice.time && state === 'free')
  const missing = [!service && 'a service', !day && 'a date', !hour && 'a time'].filter((part) => part !== false)

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
              {notice.canVerify && (
                <AppLink
                  to="/account"
                  target="_blank"
                  className="touch inline-flex items-center font-medium text-signal underline-offset-4 hover:underline"
                >
                  Verify my e-mail (opens a new tab)
                </AppLink>
              )}
              {notice.nearest && notice.nearest.length > 0 && (
                <>
                  <p className="mt-1">Nearest free hours:</p>
                  <div className="mt-2 flex flex-wrap gap-2">
                    {notice.nearest.map(({ date, time }) => (
                      <Button
                        key={date + time}
                        variant="secondary"
                        size="sm"
                        className="figures"
                        onClick={() => onChange({ ...choice, date, time })}
                      >
                        {showDate(date)}, {showTime(time)}
                      </Button>
                    ))}
                  </div>
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
                services={services}
                chosenId={choice.serviceId}
                onChoose={(serviceId) => onChange({ ...choice, serviceId })}
              />
            </div>
            <div className="min-w-0">
              {!hasCoach ? (
                <EmptyState title={`No coach for ${games[choice.game].label} yet`}>
                  Choose {gameWords.other} game, or come back soon: we are looking for one.
                </EmptyState>
              ) : hours.isPending ? (
                <HourPickerSkeleton />
              ) : hours.isError ? (
                <LoadFailed {...hours} title="The free hours could not be loaded" />
              ) : (
                <HourPicker
                  days={days}
                  zone={zone}
                  date={choice.date}
                  time={hour?.time ?? null}
                  showSeats={(service?.capacity ?? 1) > 1}
                  busy={hours.isPlaceholderData}
                  onChoose={(when) => onChange({ ...choice, ...when })}
                />
              )}
              {service && hour && (
                <section aria-label="Cancellation policy" className="mt-6 border-line border-t pt-4">
                  <h3 className="mb-1 font-semibold">If you cancel</h3>
                  <PolicyTerms price={service.price} startsAt={hour.startsAt} zone={zone} />
                </section>
              )}
            </div>
          </div>
        </div>
      </DialogBody>
      <DialogFoot className="flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="figures w-full text-sm sm:w-auto sm:flex-1">
          <span>{service && hour ? showStart(hour, zone) : `Still to choose: ${missing.join(', ')}`}</span>
          {service && hour && <MySessionClash startsAt={hour.startsAt} minutes={service.minutes} zone={zone} />}
        </p>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          className="flex-1 sm:flex-none"
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
