import { type About, factsOf, type Notice, openBooking } from '#src/features/bookings/server/bookings.ts'
import { type Problem, problemLabels } from '#src/features/sessions/safety.ts'
import { showDollars } from '#src/shared/money.ts'

/**
 * Our team read a report; for who made it. `rest`: cents that go back to the player beside what went back before.
 * `blockGives`: cents that a block by the reporter gives back from now on.
 */
export function settledNotice(
  about: About,
  {
    problem,
    upheld,
    reason,
    rest,
    blockGives,
  }: { problem: Problem; upheld: boolean; reason: string; rest: number; blockGives: number },
): Notice {
  return {
    subject: upheld ? 'We agree with your report' : 'We read your report',
    preheader: reason,
    title: upheld ? 'We agree with your report' : 'We read your report',
    paragraphs: [
      `${about.hello} you reported “${problemLabels[problem]}”. Our team read it, with your chat.`,
      `We wrote: “${reason}”`,
      ...(rest > 0
        ? [`Another ${showDollars(rest)} goes back to the card you paid with. Banks take 5 to 10 days to show it.`]
        : []),
      ...(blockGives > 0
        ? [
            `Do you want to meet ${about.booking.coachName} no more? Press “Report or block” at this session: a block cancels your sessions ahead, and all ${showDollars(blockGives)} you paid for them goes back.`,
          ]
        : []),
      'Nobody else was told of your report.',
    ],
    facts: factsOf(about),
    action: openBooking(about),
    invite: null,
    sms: null,
  }
}
