import { isWithBank } from '#src/features/bookings/rules.ts'
import {
  type About,
  type BookingRow,
  calendarInvite,
  factsOf,
  howToMeet,
  intoCalendar,
  type MetBooking,
  type Notice,
  openBooking,
  shortWhenOf,
  smsStart,
  termsSection,
  whenOf,
  whoOf,
} from '#src/features/bookings/server/bookings.ts'
import { showDollars } from '#src/shared/money.ts'

/** The money goes back: the player chose it, or nothing. `amount` is cents. */
export function moneyBackNotice(about: About, { amount, isByClock }: { amount: number; isByClock: boolean }): Notice {
  const { booking, hello } = about
  const { coachName, serviceName } = booking
  const goesBack =
    amount > 0
      ? `All ${showDollars(amount)} goes back to the card you paid with. Banks take 5 to 10 days to show it.`
      : isWithBank(booking)
        ? 'You asked your bank for this payment, so nothing goes back from us beside that.'
        : 'Nothing was left to give back.'
  const short = amount > 0 ? `${showDollars(amount)} back to your card.` : 'Nothing goes back.'
  return {
    subject:
      amount > 0 ? `${showDollars(amount)} is on its way back` : `Cancelled: ${serviceName}${shortWhenOf(about)}`,
    preheader: `${serviceName} with ${coachName} is cancelled.`,
    title: 'Your session is cancelled',
    paragraphs: [
      `${hello} ${isByClock ? 'the time to choose is over, so' : 'as you chose,'} your ${serviceName} with ${coachName} on ${whenOf(about)} is cancelled.`,
      goesBack,
    ],
    facts: factsOf(about),
    action: openBooking(about),
    invite: calendarInvite(about, 'CANCEL'),
    sms: isByClock
      ? [
          `cancelled, as nothing was chosen: ${coachName}, ${smsStart(about)}. ${short}`,
          `cancelled: ${coachName}, ${smsStart(about)}. ${short}`,
        ]
      : null,
  }
}

/** The player took another hour with the same coach. `was`: the booking before. */
export function movedNotice(about: About, was: BookingRow, now: Date): Notice {
  const { booking, hello } = about
  const before = whenOf({ ...about, booking: { ...booking, ...was } })
  const notice = {
    preheader: `Was: ${before}`,
    facts: [...factsOf(about), ['Was', before]] satisfies [string, string][],
    action: openBooking(about),
    invite: calendarInvite(about, 'REQUEST'),
    sms: null,
  }
  if (about.as === 'coach')
    return {
      ...notice,
      subject: `New hour: ${booking.customerName}${shortWhenOf(about)}`,
      title: `${booking.customerName} took another hour with you`,
      paragraphs: [
        `${hello} ${booking.customerName} chose ${whenOf(about)} instead of ${before}. ${intoCalendar(about)}`,
        whoOf(about),
      ],
    }
  return {
    ...notice,
    subject: `Your new hour: ${booking.serviceName}${shortWhenOf(about)}`,
    title: `Your new time with ${booking.coachName}`,
    paragraphs: [
      `${hello} you play with ${booking.coachName} on ${whenOf(about)}. The attached invite puts it into your calendar.`,
      ...howToMeet(about),
    ],
    sections: [termsSection(about, now)],
  }
}

/** To the player: the hour is gone, and our team finds another one with another coach. `left`: the booking as it was. */
export function teamFindsNotice(about: About, left: MetBooking): Notice {
  const { serviceName } = about.booking
  const invite = calendarInvite({ ...about, booking: left }, 'CANCEL')
  return {
    subject: `We find you another coach: ${serviceName}`,
    preheader: 'Our team finds an hour with you.',
    title: 'Another coach for you',
    paragraphs: [
      `${about.hello} you play your ${serviceName} with another coach than ${left.coachName}, at the same price. Our team will contact you to find an hour that suits you. Cancel before it starts and everything goes back.`,
      ...(invite
        ? [`The attached file takes the old hour out of your calendar: ${whenOf({ ...about, booking: left })}.`]
        : []),
    ],
    facts: factsOf(about),
    action: openBooking(about),
    invite,
    sms: null,
  }
}
