import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { expireSession, useSession } from '#src/accounts/web/session.ts'
import { holdMinutes } from '#src/bookings/catalogue.ts'
import { coachesQuery } from '#src/coaches/web/queries.ts'
import { gameLabels } from '#src/shared/game.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { toast } from '#src/ui/toast.ts'
import { CheckoutStep } from './checkout-step.tsx'
import { type ChosenSession, firstChoice, type OpenedOffer } from './choice.ts'
import { ChooseStep } from './choose-step.tsx'
import { keepPendingBooking } from './pending-booking.ts'
import { StepRungs, StepTitle } from './step-title.tsx'
import { useCheckout } from './use-checkout.ts'

const expiredNotice = {
  message: `The ${holdMinutes} minutes we held your hour ran out. If it is still free, choose it again.`,
}
const setupFailed =
  "We couldn't initialize the payment system. This might be because Stripe keys are not configured yet."

/** Books a session: first service, date and time, then the payment. Open as long as it is rendered. */
export default function BookingDialog({ offer, onClose }: { offer: OpenedOffer; onClose(): void }) {
  const { user } = useSession()
  const [, navigate] = useLocation()
  const { data: coaches } = useQuery(coachesQuery)
  const [choice, setChoice] = useState(() => firstChoice(offer))
  const coach = offer.coach ?? coaches?.find(({ id }) => id === choice.coachId) ?? null
  const keepChoice = () => keepPendingBooking({ ...offer, choice })
  const checkout = useCheckout(() => {
    keepChoice()
    expireSession()
  })
  const { step, isPaying } = checkout

  function proceed(session: ChosenSession) {
    if (user) return checkout.prepare(session, choice, user)
    toast({
      title: 'Login Required',
      description: 'Please login or create an account to book a coaching session.',
      variant: 'destructive',
    })
    keepChoice()
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
        <Badge tone={choice.game === 'fortnite' ? 'fn' : 'rl'}>{gameLabels[choice.game]}</Badge>
        <StepRungs step={1} />
      </span>
    ),
    preparing: <StepRungs step={2} />,
    checkout: <StepRungs step={2} />,
    failed: setupFailed,
  }
  return (
    <Dialog
      title={<StepTitle key={step.at}>{titles[step.at]}</StepTitle>}
      description={descriptions[step.at]}
      onClose={close}
      onBack={stepBack}
      sticky
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
        <div className="grid h-96 place-items-center text-xl text-signal">
          <Spinner />
        </div>
      )}
      {step.at === 'checkout' && (
        <CheckoutStep
          {...step}
          contact={{ name: user?.name ?? '', email: user?.email ?? '' }}
          isPaying={isPaying}
          onPaying={checkout.setPaying}
          onBack={() => checkout.goBack()}
          onExpired={() => checkout.goBack(expiredNotice)}
          onRefused={checkout.refuse}
          onBroken={checkout.fail}
        />
      )}
      {step.at === 'failed' && <Button onClick={() => checkout.goBack()}>Go Back</Button>}
    </Dialog>
  )
}
