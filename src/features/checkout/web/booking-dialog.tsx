import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { expireLogin, useAccount } from '#src/features/accounts/web/use-account.ts'
import { listMySessions } from '#src/features/bookings/contract.ts'
import { GameBadge } from '#src/features/coaches/web/game-badge.tsx'
import { coachesQuery } from '#src/features/coaches/web/queries.ts'
import type { Contact } from '#src/features/payments/web/payment-form.tsx'
import { callUrl } from '#src/shared/define-call.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogBody } from '#src/ui/controls/dialog.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { Spinner } from '#src/ui/loading/spinner.tsx'
import { CheckoutStep } from './checkout-step.tsx'
import { type ChosenSession, firstChoice, type OpenedOffer } from './choice.ts'
import { ChooseStep } from './choose-step.tsx'
import { HeldFor } from './hold-notice.tsx'
import { dropPendingBooking, keepPendingBooking } from './pending-booking.ts'
import { StepRungs, StepTitle } from './step-title.tsx'
import { useCheckout } from './use-checkout.ts'

const setupFailed =
  "We couldn't initialize the payment system. This might be because Stripe keys are not configured yet."

/**
 * Books a session: first service, date and time, then the payment. Open as long as it is rendered. What was chosen and
 * typed is kept while it is, so that a page that was reloaded, or left for signing in, goes on here.
 */
export default function BookingDialog({ offer: opened, onClose }: { offer: OpenedOffer; onClose(): void }) {
  const { user } = useAccount()
  const [, navigate] = useLocation()
  const { data: coaches } = useQuery(coachesQuery)
  // Somebody else may have signed in meanwhile: what was typed is not theirs.
  const [{ session, contact: typedBefore, ...offer }] = useState(() =>
    opened.playerId === user?.id ? opened : { ...opened, session: undefined, contact: null },
  )
  const [choice, setChoice] = useState(() => firstChoice(offer))
  const [typed, setTyped] = useState<Contact | null>(typedBefore ?? null)
  const knownPhone = useKnownPhone(user?.id)
  const contact = typed ?? { name: user?.name ?? '', email: user?.email ?? '', phone: knownPhone }
  const coach = offer.coach ?? coaches?.find(({ id }) => id === choice.coachId) ?? null
  const awaitsLogin = useRef(false)
  const [playerId] = useState(user?.id)
  /** Another tab logged them out, or somebody else in. */
  const isElse = playerId !== undefined && playerId !== user?.id && !awaitsLogin.current
  const checkout = useCheckout(session ? { session, choice, customer: contact } : null, () => {
    keep({ awaitsLogin: true })
    expireLogin()
  })
  const { step, isPaying } = checkout

  function keep(more: { awaitsLogin?: boolean } = {}) {
    awaitsLogin.current ||= more.awaitsLogin ?? false
    const session = 'session' in step ? step.session : undefined
    keepPendingBooking({
      ...offer,
      choice,
      session,
      contact: typed,
      playerId: user?.id ?? offer.playerId,
      awaitsLogin: awaitsLogin.current,
    })
  }
  useEffect(() => (isElse ? onClose() : keep()))
  useEffect(
    () => () => {
      if (!awaitsLogin.current) dropPendingBooking()
    },
    [],
  )

  function proceed(session: ChosenSession) {
    if (user) return checkout.prepare(session, choice, contact)
    toast({
      title: 'Login Required',
      description: 'Please login or create an account to book a coaching session.',
      variant: 'destructive',
    })
    keep({ awaitsLogin: true })
    navigate(`/login?next=${encodeURIComponent(location.pathname)}`)
  }

  function close() {
    if (!isPaying) onClose()
  }

  function stepBack() {
    if (isPaying || step.at === 'preparing') return
    if (step.at === 'choose') onClose()
    else checkout.goBack()
  }

  const titles = {
    choose: coach?.name ?? offer.coachName,
    preparing: 'Setting up payment...',
    checkout: 'Complete Payment',
    failed: 'Payment Setup Failed',
  }
  const descriptions = {
    choose: (
      <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span>{offer.title}</span>
        <GameBadge game={choice.game} />
        <StepRungs step={1} />
      </span>
    ),
    preparing: <StepRungs step={2} />,
    checkout: (
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <StepRungs step={2} />
        {step.at === 'checkout' && step.holdEnd && !step.ended && <HeldFor end={step.holdEnd} />}
      </span>
    ),
    failed: setupFailed,
  }
  return (
    <Dialog
      title={<StepTitle key={step.at}>{titles[step.at]}</StepTitle>}
      description={descriptions[step.at]}
      onClose={close}
      onBack={stepBack}
      sticky
      ownBody
      screen={step.at}
      className="lg:max-w-6xl"
    >
      {step.at === 'choose' && (
        <ChooseStep
          offer={offer}
          choice={choice}
          coach={coach}
          notice={step.notice}
          onChange={setChoice}
          onCancel={onClose}
          onProceed={proceed}
        />
      )}
      {step.at === 'preparing' && (
        <DialogBody>
          <div className="grid h-96 place-items-center text-xl text-signal">
            <Spinner />
          </div>
        </DialogBody>
      )}
      {step.at === 'checkout' && (
        <CheckoutStep
          stage={step}
          choice={choice}
          contact={contact}
          isPaying={isPaying}
          onPaying={checkout.setPaying}
          onType={setTyped}
          onBack={() => checkout.goBack()}
          onKeepLonger={checkout.keepLonger}
          onOver={checkout.endHold}
          onEndedElsewhere={checkout.endElsewhere}
          onTake={(hour) => {
            const next = { ...choice, date: hour.date, time: hour.time }
            setChoice(next)
            void checkout.prepare({ ...step.session, hour }, next, contact)
          }}
          onRefused={(error) => (error.answer.reason === 'closed' ? checkout.endElsewhere() : checkout.refuse(error))}
          onBroken={checkout.fail}
        />
      )}
      {step.at === 'failed' && (
        <DialogBody>
          <Button onClick={() => checkout.goBack()}>Go Back</Button>
        </DialogBody>
      )}
    </Dialog>
  )
}

/** The phone number of the player's latest booking that has one; empty until it is known. */
function useKnownPhone(playerId: string | undefined): string {
  const { data } = useQuery({
    queryKey: [callUrl(listMySessions), playerId],
    queryFn: () => callApi(listMySessions),
    enabled: playerId !== undefined,
    meta: { quiet: true },
    retry: false,
  })
  return data?.find(({ customerPhone }) => customerPhone)?.customerPhone ?? ''
}
