import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { LockKeyhole } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Agreement } from '#src/features/accounts/web/agreement.tsx'
import { PhoneField } from '#src/features/notifications/web/phone-field.tsx'
import { askToTick, setOrderContact } from '#src/features/payments/contract.ts'
import { emailSchema } from '#src/shared/fields.ts'
import { textConsent } from '#src/shared/phone.ts'
import { callApi, HttpError, OfflineError } from '#src/ui/call-api.ts'
import { cx } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { DialogBody, DialogFoot } from '#src/ui/controls/dialog.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { useCameBack } from '#src/ui/loading/came-back.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { EarlyStart } from './early-start.tsx'
import { type Failure, leadsOn, paymentAfter, readFailure, successAddress } from './payment-outcome.ts'
import { NotPaid, SlowBank } from './payment-trouble.tsx'

export type Contact = {
  name: string
  email: string
  phone: string
  phoneCountry: string
  copyTo: string
  /** Asked of who can withdraw (`EarlyStart`). */
  startsEarly: boolean
}

type PaymentFormProps = {
  order: {
    orderId: string
    clientSecret: string
    isAsked: boolean
    termsVersion: number | null
    asksEarlyStart: boolean
  }
  /** What the button says: `$29`. */
  price: string
  /** Fills the contact fields at the start. */
  contact: Contact
  /** Beside the fields: what is bought. */
  children?: ReactNode
  /** Above the button, such as that time is running out. */
  notice?: ReactNode
  /** Below the card's form: on which terms. */
  terms?: ReactNode
  /** What a player whose payment failed still has: 'Tue, Nov 24 at 3:00 PM stays yours for 12:41'. */
  stillHeld?: ReactNode
  /** The same while their bank asks them. */
  keptMeanwhile?: ReactNode
  /** Nothing can be paid now; `notice` says how to go on. */
  isOver?: boolean
  isPaying: boolean
  onPaying(isPaying: boolean): void
  /** Something was typed. */
  onType(contact: Contact): void
  /** The contact is stored and the card is about to be confirmed; until when the hour is held now, null without one. */
  onContact(contact: Contact, heldUntil: string | null): void
  /** The payment was given up meanwhile, by another window or because its time was over. */
  onCanceled(): void
  /** The server refused the contact with this status 4xx: the order is closed, or the session has ended. */
  onRefused(error: HttpError): void
  /** The provider's form cannot be shown. */
  onBroken(error: unknown): void
}

type Errors = Partial<Record<keyof Contact, string>>

/** Who the booking is for and the card that pays; stands inside Stripe's `<Elements>`, as a dialog's body and foot. */
export function PaymentForm({ order, price, contact, isOver = false, isPaying, onPaying, ...props }: PaymentFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [isReady, setReady] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [trouble, setTrouble] = useState<{ failure: Failure; message?: string } | null>(
    order.isAsked ? { failure: 'left' } : null,
  )
  const isUnanswered = trouble?.failure === 'unanswered'
  const isFailed = trouble !== null && !isOver && !isPaying

  /** The toast (SCREEN-1), and words that stay until the next try. */
  function refuse(failure: Failure, title: string, message?: string) {
    setTrouble({ failure, message })
    toast({ title, description: message, variant: 'destructive' })
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!stripe || !elements || isPaying || isOver) return
    if (isUnanswered) return askAgain(stripe)
    setTrouble(null)
    setErrors({})
    const form = event.currentTarget
    const typed = readContact(form)
    /** Says at each field what is wrong, and leads there: the form is longer than a phone. */
    const showWrong = (wrong: Errors) => {
      setErrors(wrong)
      const [first] = Object.keys(wrong)
      if (first) (form.elements.namedItem(first) as HTMLElement | null)?.focus()
    }
    const wrong = wrongIn(typed, order)
    if (Object.keys(wrong).length > 0) showWrong(wrong)
    if (!typed.name || !typed.email)
      return refuse('incomplete', 'Missing Information', 'Please fill in your name and email address.')
    if (Object.keys(wrong).length > 0) return
    return pay(stripe, elements, typed, showWrong)
  }

  async function pay(stripe: Stripe, elements: StripeElements, typed: Contact, showWrong: (wrong: Errors) => void) {
    onPaying(true)
    try {
      const { heldUntil } = await callApi(setOrderContact, { params: { orderId: order.orderId }, body: typed })
      props.onContact(typed, heldUntil)
      const confirmParams = { return_url: `${location.origin}/payment-success` }
      // When the payment goes through, the provider leads away and this never comes back.
      const { error } = await stripe.confirmPayment({ elements, confirmParams })
      const payment = await paymentAfter(stripe, order.clientSecret, error)
      if (payment && leadsOn(payment)) return location.assign(successAddress(payment))
      if (payment?.status === 'canceled') props.onCanceled()
      else {
        const failure = readFailure(error)
        refuse(failure, 'Payment Failed', error.message)
        // Stripe leads to a field of its own that is incomplete; a card that was declined has to be another one.
        if (failure === 'declined') elements.getElement('payment')?.focus()
      }
    } catch (error) {
      if (error instanceof HttpError && [401, 404, 409].includes(error.status)) props.onRefused(error)
      else if (error instanceof HttpError && error.status === 400) showWrong(error.answer.fields as Errors)
      else if (error instanceof OfflineError) refuse('offline', 'Payment Error', error.message)
      else refuse('not-sent', 'Payment Error', 'An unexpected error occurred. Please try again.')
    }
    onPaying(false)
  }

  /** What became of a payment that nobody answered for; paying once more could be once too often. `otherwise`: it was not made. */
  async function askAgain(stripe: Stripe, otherwise: Failure = 'not-sent') {
    onPaying(true)
    const { paymentIntent } = await stripe.retrievePaymentIntent(order.clientSecret)
    if (paymentIntent && leadsOn(paymentIntent)) return location.assign(successAddress(paymentIntent))
    if (paymentIntent?.status === 'canceled') props.onCanceled()
    else if (paymentIntent) setTrouble({ failure: otherwise })
    onPaying(false)
  }

  // Back from the bank's page: the browser may show this one as it was left, waiting.
  useCameBack(() => stripe && isPaying && void askAgain(stripe, 'left'))

  /** Whether the bank waits for the player. */
  async function isAsking(): Promise<boolean> {
    const asked = await stripe?.retrievePaymentIntent(order.clientSecret)
    return asked?.paymentIntent?.status === 'requires_action'
  }

  return (
    <Form
      onSubmit={submit}
      onInput={(event) => props.onType(readContact(event.currentTarget))}
      noValidate
      className="contents"
    >
      <DialogBody>
        <div className="grid gap-6 lg:grid-cols-[4fr_6fr] lg:gap-10">
          {props.children}
          <div className="flex min-w-0 flex-col gap-6">
            <fieldset className="grid min-w-0 gap-4 sm:grid-cols-2">
              <legend className="mb-3 font-semibold text-strong">Contact information</legend>
              <Field label="Full name" error={errors.name}>
                <TextInput
                  name="name"
                  required
                  autoComplete="name"
                  maxLength={80}
                  readOnly={isPaying}
                  defaultValue={contact.name}
                />
              </Field>
              <Field label="Email" error={errors.email}>
                <TextInput
                  name="email"
                  type="email"
                  required
                  autoComplete="email"
                  maxLength={254}
                  readOnly={isPaying}
                  defaultValue={contact.email}
                />
              </Field>
              <PhoneField
                said={textConsent.booking}
                error={errors.phone}
                className="sm:col-span-2"
                typed={contact.phone}
                country={contact.phoneCountry}
                countryName="phoneCountry"
                input={{ name: 'phone', maxLength: 60, readOnly: isPaying, defaultValue: contact.phone }}
              />
              <Field
                label="Somebody else pays? Send them booking and receipt, too"
                optional
                hint="Their e-mail address. They get this one mail from us."
                error={errors.copyTo}
                className="sm:col-span-2"
              >
                <TextInput
                  name="copyTo"
                  type="email"
                  autoComplete="off"
                  maxLength={254}
                  readOnly={isPaying}
                  defaultValue={contact.copyTo}
                />
              </Field>
            </fieldset>
            <section aria-label="Card payment">
              <h3 className="mb-3 font-semibold">Payment</h3>
              {!isReady && <Skeleton className="h-60" />}
              <div
                className={cx(
                  !isReady && 'h-0 overflow-hidden',
                  trouble?.failure === 'declined' && 'rounded-md outline-2 outline-bad outline-offset-8',
                )}
              >
                <PaymentElement
                  options={{ layout: 'tabs' }}
                  onReady={() => setReady(true)}
                  onLoadError={(event) => props.onBroken(event.error)}
                />
              </div>
            </section>
            <p className="flex items-start gap-2 text-sm">
              <LockKeyhole aria-hidden className="mt-0.5 size-4 shrink-0" />
              Payment is secured by Stripe, a card payment provider. Your card data is never stored by us.
            </p>
            {!isOver && (
              <div className="grid gap-2">
                {props.terms}
                {order.asksEarlyStart && (
                  <EarlyStart error={errors.startsEarly} wasTicked={contact.startsEarly} isPaying={isPaying} />
                )}
                <Agreement by="paying" termsVersion={order.termsVersion} />
              </div>
            )}
          </div>
        </div>
      </DialogBody>
      {/* What it says when a payment fails would leave no room for the card. */}
      <DialogFoot className="grid gap-3 low:static!">
        {isFailed && <NotPaid {...trouble} stillHeld={props.stillHeld} />}
        {isPaying && <SlowBank isAsking={isAsking} keptMeanwhile={props.keptMeanwhile} />}
        {props.notice}
        {!isOver && (
          <Button type="submit" size="lg" busy={isPaying} disabled={!isReady} className="figures w-full">
            {!isUnanswered
              ? isPaying
                ? 'Processing Payment...'
                : `Pay ${price}`
              : isPaying
                ? 'Asking your bank...'
                : 'Ask my bank again'}
          </Button>
        )}
      </DialogFoot>
    </Form>
  )
}

/** All that is wrong, in the order of the fields. */
function wrongIn(typed: Contact, { asksEarlyStart }: PaymentFormProps['order']): Errors {
  const isAddress = (text: string) => emailSchema.safeParse(text).success
  const noAddress = 'Please enter a valid email address'
  return {
    ...(!typed.name && { name: 'Please fill in your name.' }),
    ...(!isAddress(typed.email) && { email: typed.email ? noAddress : 'Please fill in your email address.' }),
    ...(typed.copyTo && !isAddress(typed.copyTo) && { copyTo: noAddress }),
    ...(asksEarlyStart && !typed.startsEarly && { startsEarly: askToTick }),
  }
}

function readContact(form: HTMLFormElement): Contact {
  const typed = new FormData(form)
  const read = (field: string) => String(typed.get(field) ?? '').trim()
  return {
    name: read('name'),
    email: read('email'),
    phone: read('phone'),
    phoneCountry: read('phoneCountry'),
    copyTo: read('copyTo'),
    startsEarly: typed.has('startsEarly'),
  }
}
