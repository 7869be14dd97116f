import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { showCity, showTimeIn } from '#src/shared/times.ts'
import { serverNow } from '#src/ui/server-clock.ts'
import { isUpcoming } from './my-session-clock.ts'
import { useMySessions } from './my-session-query.ts'

/**
 * Says when the player has a session in the chosen time already; `startsAt` is its instant. It refuses nothing: the second
 * one may be for a friend.
 */
export function MySessionClash({ startsAt, minutes }: { startsAt: string; minutes: number }) {
  const readerZone = useReaderZone()
  const { user } = useAccount()
  const { data: sessions = [] } = useMySessions(user?.id)
  const from = Date.parse(startsAt)
  const clash = sessions
    .filter((each) => isUpcoming(each, serverNow()))
    .find(
      (each) =>
        each.startsAt &&
        each.endsAt &&
        Date.parse(each.startsAt) < from + minutes * 60_000 &&
        from < Date.parse(each.endsAt),
    )
  if (!clash?.startsAt || !clash.endsAt) return null
  return (
    <span key={clash.id} className="block text-warn">
      You have a session at that time already: {clash.serviceName} with {clash.coachName},{' '}
      {showTimeIn(clash.startsAt, readerZone)} to {showTimeIn(clash.endsAt, readerZone)} ({showCity(readerZone)}).
    </span>
  )
}
