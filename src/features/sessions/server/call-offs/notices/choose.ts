import { refundLeft } from '#src/features/bookings/rules.ts'
import {
  type About,
  type Change,
  factsOf,
  type Notice,
  shortWhenOf,
  smsStart,
  whenOf,
} from '#src/features/bookings/server/bookings.ts'
import type { ChoiceCause } from '#src/features/sessions/call-offs.ts'
import { showDollars } from '#src/shared/money.ts'
import { showMoment } from '#src/shared/session-times.ts'

type Choosing = {
  cause: ChoiceCause
  /** To the player, by the coach or our team. */
  word: string | null
  by: Change['actor']['role']
  deadline: Date
  /** Of the link: who has it can choose. */
  secret: string
  startsAt: Date
  now: Date
}

/** The coach called off, or did not come: the player chooses by the mail's button. */
export function chooseNotice(about: About, { cause, word, by, deadline, secret, startsAt, now }: Choosing): Notice {
  const { booking, hello, zone, env } = about
  const { coachName, serviceName } = booking
  const isAhead = startsAt > now
  const money = refundLeft(booking) > 0 ? `all ${showDollars(refundLeft(booking))} back` : 'cancel it'
  const get = refundLeft(booking) > 0 ? `get ${money}` : money
  const remedies = isAhead
    ? `keep the hour with another coach, take another hour, or ${get}`
    : `take another hour, another coach, or ${get}`
  const until = showMoment(deadline, zone)
  const short = `Choose another coach, another hour or ${money}:`
  const did = cause === 'called-off' ? 'had to call off' : 'did not come:'
  return {
    subject:
      cause === 'called-off'
        ? `${coachName} cannot make it on ${shortWhenOf(about).replace(', ', '')}: you choose`
        : `${coachName} did not come${shortWhenOf(about)}: you choose`,
    preheader: `Another coach, another hour, or ${money}. Choose by ${until}.`,
    title: 'What suits you best?',
    paragraphs: [
      `${hello} ${coachName} ${cause === 'called-off' ? 'had to call off' : 'did not come to'} your ${serviceName} on ${whenOf(about)}. Sorry! Choose what suits you; it takes a minute: ${remedies}.`,
      ...(word ? [`${by === 'staff' ? 'We write' : `${coachName} writes`}: “${word}”`] : []),
      refundLeft(booking) > 0
        ? `Nothing chosen by ${until}? All ${showDollars(refundLeft(booking))} goes back to your card by itself.`
        : `Nothing chosen by ${until}? Then the session is cancelled.`,
    ],
    facts: factsOf(about),
    action: { label: 'Choose now', url: `${env.baseUrl}/choose?key=${secret}` },
    invite: null,
    sms: [`${coachName} ${did} ${smsStart(about)}. ${short}`, `called off: ${smsStart(about)}. ${short}`],
  }
}
