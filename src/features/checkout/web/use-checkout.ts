import type { Stripe } from '@stripe/stripe-js'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { freeHours } from '#src/features/bookings/hours-contract.ts'
import { refusalText } from '#src/features/bookings/web/refusal-text.ts'
import { clearStoredBooking, readStoredBooking, storeBooking } from '#src/features/bookings/web/stored-booking.ts'
import { createPaymentIntent, holdLonger, readOrder, releaseOrder } from '#src/features/payments/contract.ts'
import { loadStripe } from '#src/features/payments/web/load-stripe.ts'
import { successAddress } from '#src/features/payments/web/payment-outcome.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { callApi, HttpError, isLoginExpired } from '#src/ui/call-api.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { serverNow } from '#src/ui/server-clock.ts'
import { type Choice, type ChosenSession, intentBody } from './choice.ts'
import type { Notice } from './choose-step.tsx'
import type { Ended } from './ended-notice.tsx'
import type { OrderState } from './use-ended-elsewhere.ts'

export type Order = CallReply<typeof createPaymentIntent>

/** Where the dialog is. */
export type Step =
  | { at: 'choose'; notice: Notice | null }
  | { at: 'preparing'; session: ChosenSession }
  | CheckoutStage
  | { at: 'failed' }

export type CheckoutStage = {
  at: 'checkout'
  session: ChosenSession
  order: Order
  stripe: Stripe
  /** When the hold ends by this browser's clock, in epoch milliseconds; null for an order without an hour. */
  holdEnd: number | null
  /** It was moved, for the bank or by another window. */
  isProlonged?: boolean
  /** Nothing can be paid here any more. */
  ended: Ended | null
}

const offlineWords = 'You are offline. Your choice stays: go on when your connection is back.'
const unreachableWords = 'We could not reach the server. Your choice stays: please try again.'

type Customer = { name: string; email: string }

/**
 * The way from a chosen session to the card form and back, or, after a reload, on with what `resumed` says. An hour held
 * here is given back when the player leaves, by any way, unless a card is being processed. `onSessionExpired` is called
 * when the server no longer knows the player.
 */
export function useCheckout(
  resumed: { session: ChosenSession; choice: Choice; customer: Customer } | null,
  onSessionExpired: () => void,
) {
  const queries = useQueryClient()
  const readerZone = useReaderZone()
  const [step, setStep] = useState<Step>(
    resumed ? { at: 'preparing', session: resumed.session } : { at: 'choose', notice: null },
  )
  const [isPaying, setPaying] = useState(false)
  // What happens when the dialog goes away must know the latest of these.
  const latest = useRef({
    isPaying,
    isGone: false,
    heldOrder: null as string | null,
    /** Whether the hour last given back went; null: nobody answered, or there was none. */
    releasing: Promise.resolve<boolean | null>(null),
  })
  latest.current.isPaying = isPaying

  useEffect(() => {
    const { current } = latest
    current.isGone = false
    // What was held when the page was reloaded: gone on with, or given back for something else.
    current.heldOrder = readStoredBooking().orderId
    if (resumed) void prepare(resumed.session, resumed.choice, resumed.customer)
    else giveBack()
    return () => {
      current.isGone = true
      if (!current.isPaying) giveBack()
    }
  }, [])

  /** Releases the held hour in the background; the free hours on the screen are fetched again afterwards. */
  function giveBack() {
    const { current } = latest
    if (!current.heldOrder) return
    const input = { params: { orderId: current.heldOrder } }
    current.heldOrder = null
    clearStoredBooking()
    current.releasing = callApi(releaseOrder, input, { keepalive: true })
      // A hold that cannot be released ends by itself.
      .catch(() => ({ released: null }))
      .then(async ({ released }) => {
        const hours = { predicate: ({ queryKey: [url] }: { queryKey: readonly unknown[] }) => isFreeHours(url) }
        // One that is under way may have been answered before the hour was free again.
        await queries.cancelQueries(hours)
        await queries.invalidateQueries(hours)
        return released
      })
  }

  /** Holds the hour and prepares its payment. It may be paid already, here before a reload or in another window. */
  async function prepare(session: ChosenSession, choice: Choice, customer: Customer) {
    setStep({ at: 'preparing', session })
    const { current } = latest
    try {
      await current.releasing
      const body = intentBody(session, choice)
      const order = await callApi(createPaymentIntent, { body })
      current.heldOrder = order.orderId
      const stripe = await loadStripe(order.publishableKey, order.scriptUrl)
      if (current.isGone) return giveBack()
      storeBooking({
        coachName: order.coachName ?? body.metadata.coach,
        serviceName: session.service.name,
        servicePrice: order.amount,
        selectedDate: session.hour.date,
        selectedTime: session.hour.time,
        customerName: customer.name,
        customerEmail: customer.email,
        paymentIntentId: order.paymentIntentId,
        orderId: order.orderId,
      })
      if (order.isPaid) return location.assign(successAddress({ id: order.paymentIntentId, status: 'succeeded' }))
      const end = order.heldUntil ? Date.parse(order.heldUntil) : null
      setStep({ at: 'checkout', session, order, stripe, holdEnd: end, ended: null })
    } catch (error) {
      if (error instanceof HttpError && error.answer.reason === 'price') askForPrice(session, error)
      else if (error instanceof HttpError && error.status < 500) refuse(error)
      else if (!navigator.onLine) goBack({ message: offlineWords })
      // Without an order it was not the payment that failed: nobody answered.
      else if (!(error instanceof HttpError) && !current.heldOrder) goBack({ message: unreachableWords })
      else fail(error)
    }
  }

  /** More time to pay, once. Throws when the server says no. */
  async function keepLonger() {
    if (step.at !== 'checkout') return
    const { heldUntil } = await callApi(holdLonger, { params: { orderId: step.order.orderId } })
    setStep({ ...step, order: { ...step.order, heldUntil, canHoldLonger: false }, holdEnd: Date.parse(heldUntil) })
  }

  /** The hour is kept until then. */
  function setHeld(heldUntil: string) {
    setStep((now) =>
      now.at === 'checkout' && now.order.heldUntil !== heldUntil
        ? { ...now, order: { ...now.order, heldUntil }, holdEnd: Date.parse(heldUntil), isProlonged: true }
        : now,
    )
  }

  /** The time is over: the hour goes back, unless another window has more time for it, or pays. */
  async function endHold() {
    if (step.at !== 'checkout' || step.ended) return
    const { orderId, heldUntil } = step.order
    const order = await callApi(readOrder, { params: { orderId } }).catch(() => null)
    if (order && order.status !== 'open') return endElsewhere(order)
    if (order?.heldUntil && heldUntil && Date.parse(order.heldUntil) > Date.parse(heldUntil))
      return setHeld(order.heldUntil)
    giveBack()
    const released = await latest.current.releasing
    end(released === false ? 'paying' : 'over')
  }

  /** Another window gave the hour back or has paid for it, or another player got it. Without `order` the server is asked which. */
  async function endElsewhere(order?: OrderState) {
    if (step.at !== 'checkout') return
    const { orderId } = step.order
    const isOver = step.holdEnd !== null && step.holdEnd <= serverNow()
    const found = order ?? (await callApi(readOrder, { params: { orderId } }).catch(() => null))
    latest.current.heldOrder = null
    if (found?.status === 'booked') return end('paid')
    clearStoredBooking()
    if (found?.isGivenOn) return end('given-on')
    end(found?.status === 'refunded' ? 'late' : isOver ? 'over' : 'elsewhere')
  }

  /** The payment was given up while the card was being confirmed. */
  function endCanceled() {
    if (step.at !== 'checkout') return
    if (!step.holdEnd || step.holdEnd > serverNow()) return endElsewhere()
    latest.current.heldOrder = null
    clearStoredBooking()
    end('late')
  }

  /** Nothing can be paid here any more; the player stays with what they typed. */
  function end(ended: Ended) {
    setStep((now) => (now.at === 'checkout' ? { ...now, ended } : now))
  }

  /** Back to the first step. */
  function goBack(notice: Notice | null = null) {
    giveBack()
    setStep({ at: 'choose', notice })
  }

  /** Sold for another price than it was when the page was loaded: the first step asks whether to go on for that one. */
  function askForPrice({ service }: ChosenSession, { answer }: HttpError) {
    const price = toCents(String(answer.price))
    const message = `${service.name} is ${showDollars(price)} now, not ${showDollars(service.price)}.`
    goBack({ message, price })
  }

  /** The server said no: the first step shows why, and other hours when it named some. */
  function refuse(error: HttpError) {
    // The page is being left, and comes back to this very step.
    if (isLoginExpired(error)) return onSessionExpired()
    const message = refusalText(
      error,
      readerZone,
      'This session cannot be booked right now. Please choose another one.',
    )
    const { nearest, reason } = error.answer
    goBack({ message, nearest: nearest as Notice['nearest'], isNetworkFull: reason === 'network' })
  }

  /** Payment cannot be set up. */
  function fail(error: unknown) {
    console.error('Payment setup failed:', error)
    toast({
      title: 'Payment Setup Error',
      description: 'Unable to initialize payment. Please try again or contact support.',
      variant: 'destructive',
    })
    giveBack()
    setStep({ at: 'failed' })
  }

  return {
    step,
    isPaying,
    setPaying,
    prepare,
    keepLonger,
    setHeld,
    endHold,
    endElsewhere,
    endCanceled,
    goBack,
    refuse,
    fail,
  }
}

function isFreeHours(url: unknown): boolean {
  return String(url).startsWith(freeHours.path)
}
