import type { ReactNode } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import { coachCalls, whereToMeet } from '#src/features/bookings/meeting.ts'
import { replaysToSend } from '#src/features/bookings/replays.ts'
import { DiscordButtons } from '#src/features/bookings/web/meeting-place.tsx'
import { useSessionStates } from '#src/features/sessions/web/session-states-query.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { ButtonLink } from '#src/ui/controls/button.tsx'
import { serverNow } from '#src/ui/server-clock.ts'

const rises = ['', 'lg:ml-8', 'lg:ml-16']

/** A booking as the confirmation answers it. */
export type Booked = { booking: Booking; coachId: string | null; coachDiscord: string | null }

/** What a player does after booking: three steps, the first at the top. */
export function NextSteps({ booked }: { booked: Booked | null }) {
  const steps: { title: string; text: ReactNode }[] = [
    {
      title: 'Check your e-mail',
      text: 'The confirmation comes with a calendar invite. Look into spam if you miss it.',
    },
    { title: 'Prepare for the session', text: <Prepare booked={booked} /> },
    {
      title: 'Join your coach on Discord',
      text: booked ? <Join {...booked} /> : 'My Sessions tells you where. Be online five minutes early.',
    },
  ]
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps" className="display mb-6 text-xl">
        What happens next
      </h2>
      <ol className="flex flex-col gap-4">
        {steps.map(({ title, text }, index) => (
          <li key={title} className={`border-signal border-t-4 pt-4 pb-2 ${rises[index]}`}>
            <h3 className="font-semibold text-lg">
              {index + 1}. {title}
            </h3>
            <div className="mt-1 max-w-prose">{text}</div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The replays that the booking promises to watch, and where they go; else what helps in any session. */
function Prepare({ booked }: { booked: Booked | null }) {
  const readerZone = useReaderZone()
  const { user } = useAccount()
  const state = useSessionStates(user?.id).data?.find(({ bookingId }) => bookingId === booked?.booking.id)
  const sent = state?.intake?.links.length ?? 0
  const replays =
    booked &&
    replaysToSend(
      { ...booked.booking, ...booked },
      { where: 'in the chat', now: new Date(serverNow()), readerZone, sent },
    )
  if (booked && sent > 0 && !replays)
    return `${booked.coachId ? booked.booking.coachName : 'Your coach'} sees your replays. Write down what you want to fix first.`
  if (!booked || !replays) return 'Save a replay or two and write down what you want to fix first.'
  return (
    <>
      <p className="mb-3 text-strong">{replays}</p>
      <ButtonLink size="sm" variant="secondary" to={`/sessions?thread=${booked.booking.id}`}>
        Open the chat
      </ButtonLink>
    </>
  )
}

function Join({ booking: { coachName, startsAt }, coachId, coachDiscord }: Booked) {
  const readerZone = useReaderZone()
  if (!coachDiscord) return <p>{whereToMeet({ coachId, coachName, coachDiscord }).short}</p>
  return (
    <>
      <p className="mb-3 [overflow-wrap:anywhere]">
        Add <strong className="text-strong">{coachDiscord}</strong> on Discord today.{' '}
        {coachCalls(coachName, startsAt && showMoment(startsAt, readerZone))}
      </p>
      <DiscordButtons name={coachDiscord} />
    </>
  )
}
