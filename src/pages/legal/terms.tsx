import { currentPolicy, holdMinutes, longerHoldMinutes, services } from '#src/bookings/catalogue.ts'
import { TextPage, TextPart } from './text-page.tsx'

const { fullRefundHours, halfRefundHours, freeMoveHours, guaranteeDays } = currentPolicy
const largestGroup = Math.max(...services.map(({ capacity }) => capacity))

/** The terms of booking; what they promise is what the catalogue computes. */
export default function Terms() {
  return (
    <TextPage title="Terms" lead="What you can count on when you book, and what we count on. In plain words.">
      <TextPart title="Price and payment">
        <p>The price you see is the price you pay, in US dollars, once per session. There is no subscription.</p>
        <p>
          When you proceed to payment, your hour is held for you for {holdMinutes} minutes, and once for{' '}
          {longerHoldMinutes} more when you ask. It is booked as soon as your payment went through, and you get a
          confirmation by e-mail.
        </p>
        <p>If a payment arrives after the hour has gone to somebody else, you get all of it back.</p>
      </TextPart>
      <TextPart title="Cancelling">
        <p>You can cancel any session yourself under My Sessions. How much you get back depends on the time left:</p>
        <ul className="grid gap-2 text-strong">
          <li>
            {fullRefundHours} hours or more before the start: <strong>the full price</strong>
          </li>
          <li>
            between {fullRefundHours} and {halfRefundHours} hours before: <strong>half of the price</strong>
          </li>
          <li>
            less than {halfRefundHours} hours before: <strong>nothing</strong>
          </li>
        </ul>
        <p>The exact amounts and times are shown before you pay and before you cancel.</p>
      </TextPart>
      <TextPart title="Moving a session">
        <p>
          Until {freeMoveHours} hours before the start you can move a session to another free hour at no charge. Moving
          keeps the refund share you had; it never raises it.
        </p>
      </TextPart>
      <TextPart title="Satisfaction guarantee">
        <p>
          If your first session did not help you, tell us within {guaranteeDays} days after it. You get your money back
          or a session with a different coach.
        </p>
      </TextPart>
      <TextPart title="Group sessions">
        <p>
          In a group session the price buys one seat. Up to {largestGroup} players share the coach, and the session
          takes place even if you are the only one. Another player's cancelling changes nothing for you.
        </p>
      </TextPart>
      <TextPart title="Fair play">
        <p>
          Coaches teach, they do not play on your account: keep your game's password to yourself. Be as kind in a
          session as you want your coach to be. Stories and ratings are read by us before they appear.
        </p>
      </TextPart>
    </TextPage>
  )
}
