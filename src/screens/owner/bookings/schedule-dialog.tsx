import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import { freeHours, type Hour } from '#src/features/bookings/hours-contract.ts'
import { bookingDetails, scheduleBooking } from '#src/features/bookings/staff-contract.ts'
import { HourRefusal } from '#src/features/bookings/web/my-sessions/my-session-refusal.tsx'
import { HourPicker, HourPickerSkeleton } from '#src/features/bookings/web/picker/hour-picker.tsx'
import { bookingsKey } from '#src/features/bookings/web/staff/bookings-query.ts'
import { coachesQuery } from '#src/features/coaches/web/coaches-query.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { apiQuery, callApi } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#src/ui/controls/dialog.tsx'
import { Field, Select } from '#src/ui/controls/field.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

type ScheduleDialogProps = { booking: Booking; onClose(): void; onDone(): void }

/** Gives a booking whose time is to be decided its coach and its hour. */
export default function ScheduleDialog({ booking, onClose, onDone }: ScheduleDialogProps) {
  const zone = useRoomZone()
  const { data: allCoaches = [] } = useQuery(coachesQuery)
  const details = useQuery({
    queryKey: [...bookingsKey, 'details', booking.id],
    queryFn: () => callApi(bookingDetails, { params: { bookingId: booking.id } }),
  })
  const refused = details.data?.refusedCoachIds ?? []
  // Nobody is offered before it is known who would be refused.
  const coaches = details.data
    ? allCoaches.filter(({ id }) => !refused.includes(id) && id !== details.data.ownCoachId)
    : []
  const [chosenCoach, setChosenCoach] = useState<string | null>(null)
  const coachId = chosenCoach ?? coaches.find(({ name }) => name === booking.coachName)?.id ?? ''
  const [choice, setChoice] = useState<{ date: string | null; time: string | null }>({ date: null, time: null })
  const hours = useQuery({
    ...apiQuery(freeHours, {
      query: { serviceId: booking.serviceId, coachId: coachId || undefined, moving: booking.id },
    }),
    enabled: coachId !== '',
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const hour = hours.data?.days
    .find(({ date }) => date === choice.date)
    ?.hours.find(({ time, state }) => time === choice.time && state === 'free')
  const schedule = useMutation({
    mutationFn: (at: Hour) =>
      callApi(scheduleBooking, {
        params: { bookingId: booking.id },
        body: { selectedDate: at.date, selectedTime: at.time, coachId },
      }),
    onSuccess: (_, at) => {
      toast({
        title: 'Session scheduled',
        description: `${showMoment(at.startsAt, zone)}. The player is notified by e-mail.`,
      })
      onDone()
    },
    onError: () => hours.refetch(),
  })
  const choose = (next: typeof choice) => {
    schedule.reset()
    setChoice(next)
  }

  return (
    <Dialog
      title="Schedule session"
      description={`${booking.serviceName} for ${booking.customerName}`}
      onClose={onClose}
      sticky
      ownBody
      className="lg:max-w-4xl"
    >
      <DialogBody>
        <div className="flex flex-col gap-6">
          {schedule.error && <HourRefusal error={schedule.error} readerZone={zone} onChoose={choose} />}
          <Field
            label="Coach"
            hint={
              refused.length > 0
                ? 'The player was promised a different coach, so the previous one is not in this list.'
                : undefined
            }
          >
            <Select value={coachId} onChange={(event) => setChosenCoach(event.target.value)}>
              <option value="" disabled>
                Choose a coach
              </option>
              {coaches.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          {details.isError ? (
            <LoadFailed {...details} title="The coaches could not be loaded" />
          ) : !coachId ? (
            <p>Choose a coach to see the free hours.</p>
          ) : hours.isError ? (
            <LoadFailed {...hours} title="The free hours could not be loaded" />
          ) : !hours.data ? (
            <HourPickerSkeleton />
          ) : (
            <HourPicker
              days={hours.data.days}
              zone={hours.data.zone}
              readerZone={zone}
              date={choice.date}
              time={hour?.time ?? null}
              showSeats={booking.capacity > 1}
              busy={hours.isPlaceholderData || schedule.isPending}
              onChoose={choose}
            />
          )}
        </div>
      </DialogBody>
      <DialogFoot className="flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="figures mr-auto w-full text-sm sm:w-auto">
          {hour && hours.data ? showMoment(hour.startsAt, zone) : 'Choose a coach, a date and a time'}
        </p>
        <Button variant="secondary" disabled={schedule.isPending} onClick={onClose}>
          Not now
        </Button>
        <Button
          className="flex-1 sm:flex-none"
          disabled={!hour}
          busy={schedule.isPending}
          onClick={() => hour && schedule.mutate(hour)}
        >
          Schedule session
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
