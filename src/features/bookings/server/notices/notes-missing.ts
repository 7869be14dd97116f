import { showDollars } from '#src/shared/money.ts'
import { type About, factsOf, type Notice, openBooking } from './about.ts'
import { receiptLink } from './links.ts'

/** The player said that the written notes did not come. `refund`: the cents that go back for it. */
export function notesMissingNotice(about: About, refund: number): Notice {
  const { booking, hello, as } = about
  const shared = { facts: factsOf(about), action: openBooking(about), invite: null, sms: null }
  if (as === 'coach')
    return {
      ...shared,
      subject: `No notes came: ${booking.customerName}, ${booking.serviceName}`,
      preheader: 'The player got the difference back.',
      title: 'Your notes did not come',
      paragraphs: [
        `${hello} ${booking.customerName} had no written notes ${hoursAfter(about)} after your session, and got the price of them back.`,
        'You can still write them: press Write up in your agenda.',
      ],
    }
  return {
    ...shared,
    subject: `Your notes did not come: ${showDollars(refund)} is on its way`,
    preheader: `${showDollars(refund)} back to your card.`,
    title: 'You get the difference back',
    paragraphs: [
      `${hello} ${booking.coachName} sent you no written notes within ${hoursAfter(about)} of your session. Sorry!`,
      `The difference of ${showDollars(refund)} goes back to the card you paid with. Banks take 5 to 10 days to show it.`,
    ],
    links: receiptLink(about),
  }
}

function hoursAfter({ booking: { owed } }: About): string {
  return `${owed?.refundAfterHours ?? 0} hours`
}
