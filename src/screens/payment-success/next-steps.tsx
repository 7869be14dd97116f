import type { ReactNode } from 'react'
import type { Booking } from '#src/features/bookings/contract.ts'
import { whereToMeet } from '#src/features/bookings/meeting.ts'
import { DiscordButtons } from '#src/features/bookings/web/meeting-place.tsx'
import { showOwnStart } from '#src/features/bookings/web/session-time.ts'

const rises = ['', 'lg:ml-8', 'lg:ml-16']

/** A booking as the confirmation answers it. */
export type Booked = { booking: Booking; coachId: string | null; coachDiscord: string | null }

/** What a player does after booking: three rungs; on wide screens one climbs them, the first at the bottom. */
export function NextSteps({ booked }: { booked: Booked | null }) {
  const steps: { title: string; text: ReactNode }[] = [
    {
      title: 'Check your e-mail',
      text: 'The confirmation comes with a calendar invite. Look into spam if you miss it.',
    },
    { title: 'Prepare for the session', text: 'Save a replay or two and write down what you want to fix first.' },
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
      <ol className="flex flex-col gap-4 lg:flex-col-reverse">
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

function Join({ booking: { coachName, startsAt }, coachId, coachDiscord }: Booked) {
  if (!coachDiscord) return <p>{whereToMeet({ coachId, coachName, coachDiscord }).short}</p>
  return (
    <>
      <p className="mb-3 [overflow-wrap:anywhere]">
        Add <strong className="text-strong">{coachDiscord}</strong> on Discord today. {coachName} calls you there{' '}
        {startsAt ? `on ${showOwnStart(startsAt)}` : 'once your time is set'}.
      </p>
      <DiscordButtons name={coachDiscord} />
    </>
  )
}
