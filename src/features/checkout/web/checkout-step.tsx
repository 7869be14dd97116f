import { Elements } from '@stripe/react-stripe-js'
import type { Appearance } from '@stripe/stripe-js'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { oneSeat } from '#src/features/bookings/group-words.ts'
import type { Hour } from '#src/features/bookings/hours-contract.ts'
import { holdMinutes, longerHoldMinutes } from '#src/features/bookings/rules.ts'
import { TermsInWords } from '#src/features/bookings/web/policy-terms.tsx'
import { storeBooking } from '#src/features/bookings/web/stored-booking.ts'
import { type Contact, PaymentForm } from '#src/features/payments/web/payment-form.tsx'
import { sellerQuery } from '#src/features/payments/web/seller-query.ts'
import { useBankFrames } from '#src/features/payments/web/use-bank-frames.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { showMoment, showOwnTime } from '#src/shared/session-times.ts'
import { showDateIn, showDuration, showTimeIn } from '#src/shared/times.ts'
import type { HttpError } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import type { Choice, ChosenSession } from './choice.ts'
import { EndedNotice } from './ended-notice.tsx'
import { HoldWarning, TimeLeft } from './hold-notice.tsx'
import type { CheckoutStage } from './use-checkout.ts'
import { type OrderState, useEndedElsewhere } from './use-ended-elsewhere.ts'

type CheckoutStepProps = {
  stage: CheckoutStage
  choice: Choice
  /** Fills the contact fields. */
  contact: Contact
  /** The player has paid for no session yet. */
  isFirst: boolean
  isPaying: boolean
  onPaying(isPaying: boolean): void
  onType(contact: Contact): void
  onBack(): void
  onKeepLonger(): Promise<void>
  /** The hold ran out before the payment. */
  onOver(): void
  /** Another window gave the hour back, or has paid for it. */
  onEndedElsewhere(order: OrderState): void
  /** Until when the hour is held now. */
  onHeld(heldUntil: string): void
  /** The payment was given up while the card was being confirmed. */
  onCanceled(): void
  /** The hour is to be held once more, or another one instead. */
  onTake(hour: Hour): void
  onRefused(error: HttpError): void
  onBroken(error: unknown): void
}

/** Step 2: what is bought, the customer's contact, and the card. */
export function CheckoutStep({ stage, choice, contact, isFirst, isPaying, onBack, ...tell }: CheckoutStepProps) {
  const { session, order, stripe, holdEnd, isProlonged, ended } = stage
  const readerZone = useReaderZone()
  const { data: seller } = useQuery(sellerQuery)
  const price = showDollars(toCents(order.amount))
  // Read once: Stripe compares it at each rendering.
  const [appearance] = useState(brandAppearance)
  useBankFrames(isPaying)
  useEndedElsewhere(order.orderId, {
    isWatching: (!ended || ended === 'paying') && !isPaying,
    onEnded: tell.onEndedElsewhere,
  })
  const coachName = order.coachName ?? session.coach?.name ?? ''
  const when = showMoment(session.hour.startsAt, readerZone)
  const notice = ended ? (
    <EndedNotice
      ended={ended}
      minutes={isProlonged ? null : order.canHoldLonger ? holdMinutes : holdMinutes + longerHoldMinutes}
      paymentIntentId={order.paymentIntentId}
      coachName={coachName}
      session={session}
      choice={choice}
      onTake={tell.onTake}
    />
  ) : (
    holdEnd && (
      <HoldWarning
        end={holdEnd}
        isPaying={isPaying}
        onKeepLonger={order.canHoldLonger ? tell.onKeepLonger : null}
        onOver={tell.onOver}
      />
    )
  )
  return (
    <Elements stripe={stripe} options={{ clientSecret: order.clientSecret, appearance }}>
      <PaymentForm
        order={order}
        price={price}
        contact={contact}
        isPaying={isPaying}
        isOver={ended !== null}
        notice={notice}
        terms={
          <TermsInWords
            price={toCents(order.amount)}
            startsAt={session.hour.startsAt}
            withdrawal={order.asksEarlyStart ? 'applies' : (seller?.withdrawal ?? null)}
            isFirst={isFirst}
          />
        }
        stillHeld={
          holdEnd && (
            <>
              {when} stays yours for <TimeLeft end={holdEnd} />
            </>
          )
        }
        keptMeanwhile={
          holdEnd
            ? `We keep ${when} for you until ${showTimeIn(new Date(holdEnd), readerZone)}: answer there, then come back.`
            : 'Answer there, then come back.'
        }
        onPaying={tell.onPaying}
        onType={tell.onType}
        onContact={({ name, email }, heldUntil) => {
          storeBooking({ customerName: name, customerEmail: email })
          if (heldUntil) tell.onHeld(heldUntil)
        }}
        onCanceled={tell.onCanceled}
        onRefused={tell.onRefused}
        onBroken={tell.onBroken}
      >
        <div className="grid content-start gap-4 self-start lg:sticky lg:top-0 short:static">
          <Button variant="ghost" size="sm" className="-ml-3 justify-self-start" disabled={isPaying} onClick={onBack}>
            <ArrowLeft aria-hidden className="size-4" /> Back
          </Button>
          <SessionDetails session={session} coachName={coachName} price={price} />
        </div>
      </PaymentForm>
    </Elements>
  )
}

type SessionDetailsProps = { session: ChosenSession; coachName: string; price: string }

/** What is bought. */
export function SessionDetails({ session: { service, hour, zone }, coachName, price }: SessionDetailsProps) {
  const readerZone = useReaderZone()
  const rows = [
    ['Coach', coachName],
    ['Service', service.name],
    ['Duration', showDuration(service.minutes)],
    ['Date', showDateIn(hour.startsAt, readerZone)],
    ['Time', showOwnTime(hour.startsAt, zone, readerZone)],
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
      {service.capacity > 1 && <p className="mt-3 text-sm">{oneSeat(service.capacity)}</p>}
    </section>
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
