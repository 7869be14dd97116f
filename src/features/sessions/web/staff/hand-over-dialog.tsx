import { type QueryClient, useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Booking } from '#src/features/bookings/contract.ts'
import type { BookingDetails } from '#src/features/bookings/staff-contract.ts'
import { bookingsKey } from '#src/features/bookings/web/staff/bookings-query.ts'
import { handOverBooking, listFreeCoaches, type ManyDone } from '#src/features/sessions/exceptions-contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { gameLabel } from '#src/shared/games.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Select } from '#src/ui/controls/field.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { useBookingsChanged, useExceptions } from './exceptions-query.ts'
import { BookingLine, LeftOut, NotDone } from './many-lines.tsx'

type HandOverDialogProps = { bookings: Booking[]; onClose(): void; onDone(): void }

/** Gives one session or many to other coaches who are free at their hours. */
export default function HandOverDialog({ bookings, onClose, onDone }: HandOverDialogProps) {
  const changed = useBookingsChanged()
  const client = useQueryClient()
  const found = useExceptions(bookings.map(({ number }) => number))
  const ready = found.data?.flatMap(({ booking, refusals }) => (refusals['hand-over'] === null ? [booking] : [])) ?? []
  const free = useQueries({
    queries: ready.map(({ id }) => ({
      queryKey: [...bookingsKey, 'free-coaches', id],
      queryFn: () => callApi(listFreeCoaches, { params: { bookingId: id } }),
      staleTime: 0,
      gcTime: 0,
    })),
  })
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const [failed, setFailed] = useState<ManyDone | null>(null)
  const given = ready.flatMap((booking, index) => {
    const coaches = free[index]?.data ?? []
    const coach = coaches.find(({ id }) => id === chosen[booking.id])
    return coach ? [{ booking, coach }] : []
  })

  const press = useMutation({
    mutationFn: async () => {
      const lines: ManyDone = []
      for (const { booking, coach } of given)
        lines.push({ number: booking.number, why: await handOver(client, booking, coach.id) })
      return lines
    },
    onSuccess: (lines) => {
      void changed()
      if (lines.some(({ why }) => why !== null)) return setFailed(lines)
      const names = [...new Set(given.map(({ coach }) => coach.name))].join(', ')
      toast({ title: `Handed over to ${names}`, description: 'Players and coaches are told.' })
      onDone()
    },
  })

  const one = bookings.length === 1 ? bookings[0] : undefined
  const description = one ? `${one.serviceName} of ${one.customerName}` : `${bookings.length} bookings chosen`
  if (failed)
    return (
      <Dialog title="Hand over" description={description} onClose={onDone}>
        <NotDone lines={failed} onClose={onDone} />
      </Dialog>
    )
  return (
    <Dialog title="Hand over" description={description} onClose={onClose} sticky className="lg:max-w-3xl">
      <div className="grid gap-6">
        {found.error && <LoadFailed {...found} title="What can be done could not be loaded" />}
        {!found.data && !found.error && <Skeleton className="h-40" />}
        {ready.length > 0 && (
          <>
            <p>
              Another coach gives the session at the same hour and price. Both coaches and the player are told, and
              cancelling gives everything back until it starts. Ask the new coach first.
            </p>
            <ul className="figures grid" aria-label="Who gives it">
              {ready.map((booking, index) => (
                <BookingLine key={booking.id} booking={booking}>
                  <NewCoach
                    booking={booking}
                    query={free[index]}
                    coachId={given.find((each) => each.booking === booking)?.coach.id ?? ''}
                    onChoose={(id) => setChosen({ ...chosen, [booking.id]: id })}
                  />
                </BookingLine>
              ))}
            </ul>
          </>
        )}
        {found.data && <LeftOut act="hand-over" found={found.data} />}
        <DialogButtons busy={press.isPending} onClose={onClose}>
          {ready.length > 0 && (
            <Button disabled={given.length === 0} busy={press.isPending} onClick={() => press.mutate()}>
              {given.length > 1 ? `Hand over ${given.length} sessions` : 'Hand over'}
            </Button>
          )}
        </DialogButtons>
      </div>
    </Dialog>
  )
}

type NewCoachProps = {
  booking: Booking
  query: { data?: CallReply<typeof listFreeCoaches>; error: Error | null } | undefined
  coachId: string
  onChoose(id: string): void
}

function NewCoach({ booking, query, coachId, onChoose }: NewCoachProps) {
  if (query?.error) return errorText(query.error)
  if (!query?.data) return <Skeleton className="h-11 w-48" />
  if (query.data.length === 0) return <span className="text-warn">No other coach is free then</span>
  return (
    <Select
      aria-label={`New coach for ${booking.customerName}, ${booking.number}`}
      value={coachId}
      onChange={(event) => onChoose(event.target.value)}
      className="min-w-48"
    >
      <option value="">Stays with {booking.coachName}</option>
      {query.data.map(({ id, name, gameExpertise }) => (
        <option key={id} value={id}>
          {name}, {gameLabel(gameExpertise)}
        </option>
      ))}
    </Select>
  )
}

/** Why it was not done; null: it is. */
async function handOver(client: QueryClient, { id, startsAt }: Booking, coachId: string): Promise<string | null> {
  try {
    const body = { coachId, startsAt: startsAt ?? '' }
    const { booking } = await callApi(handOverBooking, { params: { bookingId: id }, body })
    // Its dialog names the new coach at once.
    client.setQueryData<BookingDetails>(
      [...bookingsKey, 'details', id],
      (known) => known && { ...known, booking, coachId },
    )
    return null
  } catch (error) {
    return errorText(error as Error)
  }
}
