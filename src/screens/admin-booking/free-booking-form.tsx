import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import type { z } from 'zod/mini'
import { showRefusedFields } from '#src/features/accounts/web/refused-fields.ts'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import { freeServices } from '#src/features/bookings/free-services.ts'
import { createFreeBooking, freeBookingBody } from '#src/features/bookings/staff-contract.ts'
import { HourRefusal } from '#src/features/bookings/web/my-sessions/my-session-refusal.tsx'
import { freeHoursQuery } from '#src/features/bookings/web/picker/free-hours-query.ts'
import { bookingsKey } from '#src/features/bookings/web/staff/bookings-query.ts'
import { listOwningCoaches } from '#src/features/coaches/contract.ts'
import { coachesQuery } from '#src/features/coaches/web/coaches-query.ts'
import { PhoneField } from '#src/features/notifications/web/phone-field.tsx'
import { expertiseOf, gameLabel, type PlayedGame, shareGame, type WireGame } from '#src/shared/games.ts'
import { textConsent } from '#src/shared/phone.ts'
import { showHour, showMoment } from '#src/shared/session-times.ts'
import { showDate, showDuration } from '#src/shared/times.ts'
import { callApi, HttpError } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, Select, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { useDraft } from '#src/ui/controls/use-draft.ts'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

type Fields = z.input<typeof freeBookingBody>
type NewBooking = z.output<typeof freeBookingBody>

const noBooking: Fields = {
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  coachName: '',
  serviceName: '',
  selectedDate: '',
  selectedTime: '',
}

/** The seven fields of a free booking. Dates and hours are those the chosen coach has free for the chosen service. */
export function FreeBookingForm() {
  const search = useSearch()
  const form = useForm<Fields, unknown, NewBooking>({
    resolver: zodResolver(freeBookingBody),
    // A link from somebody's page names them.
    defaultValues: {
      ...noBooking,
      customerName: search.get('name') ?? '',
      customerEmail: search.get('email') ?? '',
    },
  })
  const { register, watch, setValue, setError, formState } = form
  const { errors } = formState
  const draft = useDraft('free-booking', form)
  const [phoneCountry, setPhoneCountry] = useState('')
  // Also the values of the selects below, whose options come and go.
  const [coachName, serviceName, date, time] = watch(['coachName', 'serviceName', 'selectedDate', 'selectedTime'])

  const { user } = useAccount()
  const roomZone = useRoomZone()
  const { data: coaches = [], isSuccess } = useQuery(coachesQuery)
  const { data: owning } = useQuery({
    queryKey: [listOwningCoaches.path],
    queryFn: () => callApi(listOwningCoaches),
    enabled: user !== null,
    staleTime: 0,
  })
  /** Owners stand apart from coaches (SELL-6). */
  const labelOf = (id: string) => (owning?.includes(id) ? 'Owner' : 'Coach')
  const coach = coaches.find(({ name }) => name === coachName)
  const coachId = coach?.id ?? ''
  const serviceId = freeServices.find(({ name }) => name === serviceName)?.id ?? ''
  /** A service of another game is not for this coach: it is not offered, and not kept when the coach changes. */
  const isFor = (expertise: WireGame | undefined, games: PlayedGame[]) =>
    !expertise || shareGame(expertiseOf(expertise), games)
  function dropUnfit(chosen: string) {
    const expertise = coaches.find(({ name }) => name === chosen)?.gameExpertise
    const service = freeServices.find(({ name }) => name === serviceName)
    if (service && !isFor(expertise, service.games)) setValue('serviceName', '')
  }
  const hours = useQuery({ ...freeHoursQuery(serviceId, coachId), enabled: coachId !== '' && serviceId !== '' })
  const day = hours.data?.days.find((each) => each.date === date)
  const isFree = day?.hours.some((hour) => hour.time === time && hour.state === 'free') ?? false

  const create = useMutation({
    mutationFn: (body: NewBooking) => callApi(createFreeBooking, { body: { ...body, phoneCountry } }),
    onSuccess: () => {
      draft.clear()
      form.reset(noBooking)
      toast({
        title: 'Booking created successfully',
        description: 'Free admin booking has been created and notifications sent.',
      })
    },
    onError: (error) => {
      showRefusedFields(error, setError)
      void hours.refetch()
      toast({
        title: 'Booking failed',
        description: 'Failed to create booking. Please check all fields and try again.',
        variant: 'destructive',
      })
    },
    onSettled: (_data, _error, _booking, _result, { client }) => client.invalidateQueries({ queryKey: bookingsKey }),
  })

  const submit = form.handleSubmit(
    (booking) => create.mutate(booking),
    (refused) => {
      if (isBlank(refused, form.getValues()))
        toast({
          title: 'Missing information',
          description: 'Please fill in all required fields.',
          variant: 'destructive',
        })
    },
  )
  const refusal = create.error instanceof HttpError && create.error.status === 409 ? create.error : null

  return (
    <Form onSubmit={submit} noValidate className="mt-8 grid gap-6 lg:grid-cols-2">
      <div className="empty:hidden lg:col-span-2">
        {refusal && hours.data && (
          <HourRefusal
            error={refusal}
            readerZone={roomZone}
            onChoose={(hour) => {
              create.reset()
              setValue('selectedDate', hour.date, { shouldValidate: true })
              setValue('selectedTime', hour.time, { shouldValidate: true })
            }}
          />
        )}
        {!refusal && create.data && <Created booking={create.data.booking} zone={roomZone} />}
      </div>
      <Panel aria-labelledby="customer" className="grid content-start gap-5">
        <h2 id="customer" className="display text-lg">
          Customer Information
        </h2>
        <Field label="Name" error={errors.customerName?.message}>
          <TextInput {...register('customerName')} autoComplete="off" />
        </Field>
        <Field label="Email" error={errors.customerEmail?.message}>
          <TextInput {...register('customerEmail')} type="email" autoComplete="off" placeholder="player@example.com" />
        </Field>
        <PhoneField
          said={textConsent.free}
          whose="their"
          error={errors.customerPhone?.message}
          typed={watch('customerPhone')}
          onCountry={setPhoneCountry}
          input={{ ...register('customerPhone'), autoComplete: 'off' }}
        />
      </Panel>
      <Panel aria-labelledby="session" className="grid content-start gap-5">
        <h2 id="session" className="display text-lg">
          Session Details
        </h2>
        <Field
          label="Coach"
          hint={
            isSuccess && coaches.length === 0 && 'No coach is published yet: the owner publishes them under Coaches.'
          }
          error={errors.coachName?.message}
        >
          <Select {...register('coachName', { onChange: (event) => dropUnfit(event.target.value) })} value={coachName}>
            <option value="">Choose a coach</option>
            {coaches.map(({ id, name, gameExpertise }) => (
              <option key={id} value={name}>
                {name} ({owning ? `${labelOf(id)}, ` : ''}
                {gameLabel(gameExpertise)})
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Service" error={errors.serviceName?.message}>
          <Select {...register('serviceName')}>
            <option value="">Choose a service</option>
            {freeServices.map(({ id, name, minutes, games }) => (
              <option key={id} value={name} disabled={!isFor(coach?.gameExpertise, games)}>
                {name} ({showDuration(minutes)}
                {!isFor(coach?.gameExpertise, games) && `, not with ${coachName}`})
              </option>
            ))}
          </Select>
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Date" error={errors.selectedDate && 'Please choose a date'}>
            <Select {...register('selectedDate')} value={date} disabled={!hours.data}>
              <option value="">Choose a date</option>
              {hours.data?.days.map(({ date, hours }) => {
                const free = hours.filter(({ state }) => state === 'free').length
                return (
                  <option key={date} value={date} disabled={free === 0}>
                    {showDate(date)} ({free === 0 ? 'full' : `${free} free`})
                  </option>
                )
              })}
            </Select>
          </Field>
          <Field label="Time" error={errors.selectedTime && 'Please choose a time'}>
            <Select {...register('selectedTime')} value={time} disabled={!day}>
              <option value="">Choose a time</option>
              {day?.hours.map(({ time, startsAt, state }) => (
                <option key={time} value={time} disabled={state !== 'free'}>
                  {showHour(startsAt, hours.data?.zone ?? roomZone, roomZone)}
                  {state !== 'free' && ` (${state})`}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <p role="status" className="-mt-2 text-sm">
          {hours.isError ? (
            <span className="text-bad">
              The free hours could not be loaded.{' '}
              <button type="button" className="touch underline" onClick={() => hours.refetch()}>
                Try again
              </button>
            </span>
          ) : hours.data ? (
            isFree || !time ? (
              'Choose a date and a time.'
            ) : (
              'That hour is not free with this coach and service. Choose another one.'
            )
          ) : serviceId && coachId ? (
            'Loading free hours...'
          ) : (
            'Choose a coach and a service to see the free hours.'
          )}
        </p>
      </Panel>
      <div className="flex flex-wrap items-center justify-between gap-4 lg:col-span-2">
        <Alert tone="info" title="No payment required" className="min-w-0 flex-1 basis-80">
          This booking is free of charge: nobody is asked to pay.
        </Alert>
        <Button type="submit" size="lg" busy={create.isPending} className="max-sm:w-full">
          {create.isPending ? 'Creating...' : 'Create Free Booking'}
        </Button>
      </div>
    </Form>
  )
}

function Created({ booking, zone }: { booking: Booking; zone: string }) {
  return (
    <Alert tone="good" title="Booked">
      <p className="figures flex flex-wrap items-center gap-2">
        <CalendarCheck aria-hidden className="size-4" />
        {booking.serviceName} for {booking.customerName} with {booking.coachName},{' '}
        {booking.startsAt && showMoment(booking.startsAt, zone)}
      </p>
    </Alert>
  )
}

/** Whether what was refused is a required field left empty, rather than one filled in wrongly. */
function isBlank(refused: FieldErrors<Fields>, values: Fields): boolean {
  return (Object.keys(refused) as (keyof Fields)[]).some((field) => !values[field]?.trim())
}
