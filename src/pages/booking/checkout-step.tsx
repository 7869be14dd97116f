import { Elements } from '@stripe/react-stripe-js'
import type { Appearance, Stripe } from '@stripe/stripe-js'
import { ArrowLeft, Clock } from 'lucide-react'
import { useEffect } from 'react'
import { ownTime } from '#src/bookings/web/session-time.ts'
import { storeBooking } from '#src/bookings/web/stored-booking.ts'
import type { createPaymentIntent } from '#src/payments/contract.ts'
import { type Contact, PaymentForm } from '#src/payments/web/payment-form.tsx'
import { useBankFrames } from '#src/payments/web/use-bank-frames.ts'
import { showCountdown, useCountdown } from '#src/payments/web/use-countdown.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { showDate, showDuration, showTime, showZone } from '#src/shared/times.ts'
import { Button } from '#src/ui/button.tsx'
import type { HttpError } from '#src/ui/call-api.ts'
import { cx } from '#src/ui/class-names.ts'
import type { ChosenSession } from './choice.ts'

export type Order = CallReply<typeof createPaymentIntent>

type CheckoutStepProps = {
  session: ChosenSession
  order: Order
  stripe: Stripe
  contact: Contact
  isPaying: boolean
  onPaying(isPaying: boolean): void
  onBack(): void
  /** The hold ran out before the payment. */
  onExpired(): void
  onRefused(error: HttpError): void
  onBroken(error: unknown): void
}

/** Step 2: what is bought, for whom, and the card. */
export function CheckoutStep(props: CheckoutStepProps) {
  const { session, order, stripe, contact, isPaying, onPaying, onBack, onRefused, onBroken } = props
  const price = showDollars(toCents(order.amount))
  useBankFrames(isPaying)
  return (
    <div className="grid min-h-full gap-6 lg:grid-cols-[4fr_6fr] lg:gap-10">
      <div className="grid content-start gap-4 self-start lg:sticky lg:top-0">
        <Button variant="ghost" size="sm" className="-ml-3 justify-self-start" disabled={isPaying} onClick={onBack}>
          <ArrowLeft aria-hidden className="size-4" /> Back
        </Button>
        <SessionDetails session={session} coachName={order.coachName ?? session.coach?.name ?? ''} price={price} />
        {order.heldUntil && <Hold heldUntil={order.heldUntil} isPaying={isPaying} onExpired={props.onExpired} />}
      </div>
      <Elements stripe={stripe} options={{ clientSecret: order.clientSecret, appearance: brandAppearance() }}>
        <PaymentForm
          orderId={order.orderId}
          price={price}
          contact={contact}
          isPaying={isPaying}
          onPaying={onPaying}
          onContact={({ name, email }) => storeBooking({ customerName: name, customerEmail: email })}
          onRefused={onRefused}
          onBroken={onBroken}
        />
      </Elements>
    </div>
  )
}

type SessionDetailsProps = { session: ChosenSession; coachName: string; price: string }

function SessionDetails({ session: { service, hour, zone }, coachName, price }: SessionDetailsProps) {
  const own = ownTime(hour.startsAt, zone)
  const rows = [
    ['Coach', coachName],
    ['Service', service.name],
    ['Duration', showDuration(service.minutes)],
    ['Date', showDate(hour.date)],
    ['Time', `${showTime(hour.time)} (${showZone(zone)})`],
    ...(own ? [['Your time', own]] : []),
  ]
  return (
    <section aria-labelledby="session-details" className="rounded-md bg-raised p-4">
      <h3 id="session-details" className="mb-3 font-semibold">
        Session details
      </h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="text-right text-strong">{value}</dd>
          </div>
        ))}
        <div className="col-span-2 mt-2 flex items-baseline justify-between border-edge border-t pt-3">
          <dt className="font-semibold text-strong">Total</dt>
          <dd className="display figures text-lg">{price}</dd>
        </div>
      </dl>
    </section>
  )
}

type HoldProps = { heldUntil: string; isPaying: boolean; onExpired(): void }

/** How long the hour is still kept. A payment under way is never interrupted. */
function Hold({ heldUntil, isPaying, onExpired }: HoldProps) {
  const seconds = useCountdown(heldUntil)
  const isOver = seconds === 0 && !isPaying
  useEffect(() => {
    if (isOver) onExpired()
  }, [isOver, onExpired])
  return (
    <p role="timer" className={cx('figures flex items-center gap-2', seconds < 120 ? 'text-warn' : 'text-soft')}>
      <Clock aria-hidden className="size-4" />
      <span>{`Held for you: ${showCountdown(seconds)}`}</span>
    </p>
  )
}

/** Our tokens in Stripe's words; its form lives in frames that our stylesheet does not reach. */
function brandAppearance(): Appearance {
  const styles = getComputedStyle(document.documentElement)
  const colour = (name: string) => styles.getPropertyValue(`--color-${name}`)
  return {
    theme: 'night',
    variables: {
      colorPrimary: colour('signal'),
      colorBackground: colour('ink'),
      colorText: colour('strong'),
      colorTextSecondary: colour('soft'),
      colorDanger: colour('bad'),
      borderRadius: '8px',
    },
  }
}
