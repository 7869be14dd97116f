import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import { freeHours, type Hour } from '#src/features/bookings/hours-contract.ts'
import { HourDialog } from '#src/features/bookings/web/picker/hour-dialog.tsx'
import { useMyProfile } from '#src/features/coaches/web/own-query.ts'
import { proposeHour } from '#src/features/sessions/call-off-contract.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { apiQuery, callApi } from '#src/ui/call-api.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { sessionStatesKey } from '../session-states-query.ts'

type ProposeDialogProps = { session: CoachSession; userId: string; onClose(): void }

/** Proposes another free hour to the player, who may take it. */
export default function ProposeDialog({ session, userId, onClose }: ProposeDialogProps) {
  const client = useQueryClient()
  const readerZone = useReaderZone()
  const coachId = useMyProfile(userId).data?.id
  const hours = useQuery({
    ...apiQuery(freeHours, { query: { serviceId: '', coachId, moving: session.id } }),
    enabled: coachId !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const propose = useMutation({
    mutationFn: (to: Hour) =>
      callApi(proposeHour, {
        params: { bookingId: session.id },
        body: { selectedDate: to.date, selectedTime: to.time },
      }),
    onSuccess: (_, to) => {
      toast({
        title: `Proposed: ${showMoment(to.startsAt, readerZone)}`,
        description: `${session.customerName} is told.`,
      })
      client.invalidateQueries({ queryKey: sessionStatesKey(userId) })
      onClose()
    },
    onError: () => hours.refetch(),
  })
  return (
    <HourDialog
      title="Propose another hour"
      description={`${session.serviceName} with ${session.customerName}`}
      session={session}
      hours={hours}
      showSeats={false}
      act={propose}
      button="Propose this hour"
      close="Not now"
      onClose={onClose}
    >
      <p>
        {session.customerName} takes it or keeps the hour. From now on cancelling gives everything back until the
        session starts.
      </p>
    </HourDialog>
  )
}
