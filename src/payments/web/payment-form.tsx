import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { LockKeyhole } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { setOrderContact } from '#src/payments/contract.ts'
import { phoneHint } from '#src/shared/phone.ts'
import { Button } from '#src/ui/button.tsx'
import { callApi, HttpError } from '#src/ui/call-api.ts'
import { Field, TextInput } from '#src/ui/field.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { toast } from '#src/ui/toast.ts'

export type Contact = { name: string; email: string }

type PaymentFormProps = {
  orderId: string
  /** What the button says: `$29`. */
  price: string
  /** Fills the contact fields at the start. */
  contact: Contact
  isPaying: boolean
  onPaying(isPaying: boolean): void
  /** The contact is stored and the card is about to be confirmed. */
  onContact(contact: Contact): void
  /** The server refused the contact with this status 4xx: the order is closed, or the session has ended. */
  onRefused(error: HttpError): void
  /** The provider's form cannot be shown. */
  onBroken(error: unknown): void
}

/** Who the booking is for and the card that pays; stands inside Stripe's `<Elements>`. */
export function PaymentForm({ orderId, price, contact, isPaying, onPaying, ...tell }: PaymentFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [isReady, setReady] = useState(false)
  const [phone, setPhone] = useState('')
  const [errors, setErrors] = useState<Partial<Record<'name' | 'email' | 'phone', string>>>({})

  async function pay(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!stripe || !elements || isPaying) return
    const { elements: fields } = event.currentTarget
    const form = new FormData(event.currentTarget)
    const [name, email] = ['name', 'email'].map((field) => String(form.get(field)).trim())
    if (!name || !email) {
      return refuse('Missing Information', 'Please fill in your name and email address.')
    }
    const emailInput = event.currentTarget.elements.namedItem('email') as HTMLInputElement
    if (!emailInput.checkValidity()) {
      setErrors({ email: 'Please enter a valid email address' })
      return emailInput.focus()
    }
    /** Says at each field what is wrong, and leads there: the form is longer than a phone. */
    const showRefused = (refused: typeof errors) => {
      onPaying(false)
      setErrors(refused)
      const [first] = Object.keys(refused)
      // The fields are disabled until this render is over.
      setTimeout(() => first && (fields.namedItem(first) as HTMLElement | null)?.focus())
    }
    setErrors({})
    onPaying(true)
    try {
      await callApi(setOrderContact, { params: { orderId }, body: { name, email, phone } })
      tell.onContact({ name, email })
      const confirmParams = { return_url: `${location.origin}/payment-success` }
      // When the payment goes through, the provider leads away and this never comes back.
      const { error } = await stripe.confirmPayment({ elements, confirmParams })
      refuse('Payment Failed', error.message)
    } catch (error) {
      if (error instanceof HttpError && [401, 404, 409].includes(error.status)) tell.onRefused(error)
      else if (error instanceof HttpError && error.status === 400) showRefused(error.answer.fields as typeof errors)
      else refuse('Payment Error', 'An unexpected error occurred. Please try again.')
    }
    onPaying(false)
  }

  return (
    <form onSubmit={pay} noValidate className="flex flex-1 flex-col gap-6">
      <fieldset disabled={isPaying} className="grid min-w-0 gap-4 sm:grid-cols-2">
        <legend className="mb-3 font-semibold text-strong">Contact information</legend>
        <Field label="Full name" error={errors.name}>
          <TextInput name="name" required autoComplete="name" maxLength={80} defaultValue={contact.name} />
        </Field>
        <Field label="Email" error={errors.email}>
          <TextInput
            name="email"
            type="email"
            required
            autoComplete="email"
            maxLength={254}
            defaultValue={contact.email}
          />
        </Field>
        <Field label="Phone" optional hint={phoneHint(phone)} error={errors.phone} className="sm:col-span-2">
          <TextInput
            name="phone"
            type="tel"
            autoComplete="tel"
            maxLength={60}
            onChange={(event) => setPhone(event.target.value)}
          />
        </Field>
      </fieldset>
      <section aria-label="Card payment">
        <h3 className="mb-3 font-semibold">Payment</h3>
        {!isReady && <Skeleton className="h-60" />}
        <div className={isReady ? undefined : 'h-0 overflow-hidden'}>
          <PaymentElement
            options={{ layout: 'tabs' }}
            onReady={() => setReady(true)}
            onLoadError={(event) => tell.onBroken(event.error)}
          />
        </div>
      </section>
      <div className="sticky -bottom-5 -mx-5 mt-auto -mb-5 grid gap-3 border-line border-t bg-panel px-5 py-4 sm:-mx-6 sm:px-6 sm:rounded-b-lg">
        <Button type="submit" size="lg" busy={isPaying} disabled={!isReady} className="figures w-full">
          {isPaying ? 'Processing Payment...' : `Pay ${price}`}
        </Button>
        <p className="flex items-start gap-2 text-sm">
          <LockKeyhole aria-hidden className="mt-0.5 size-4 shrink-0" />
          Payment is secured by Stripe, a card payment provider. Your card data is never stored by us.
        </p>
      </div>
    </form>
  )
}

function refuse(title: string, description?: string) {
  toast({ title, description, variant: 'destructive' })
}
