import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { expireLogin, useAccount } from '#src/features/accounts/web/use-account.ts'
import { listMySessions, type MySession } from '#src/features/bookings/contract.ts'
import { coachesQuery } from '#src/features/coaches/web/coaches-query.ts'
import { GameBadge } from '#src/features/coaches/web/game-badge.tsx'
import type { Contact } from '#src/features/payments/web/payment-form.tsx'
import { callUrl } from '#src/shared/define-call.ts'
import { toCents } from '#src/shared/money.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogBody } from '#src/ui/controls/dialog.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { Spinner } from '#src/ui/loading/spinner.tsx'
import { CheckoutStep } from './checkout-step.tsx'
import { type ChosenSession, firstChoice, type OpenedOffer } from './choice.ts'
import { ChooseStep, ChooseStepSkeleton } from './choose-step.tsx'
import { HeldFor } from './hold-notice.tsx'
import { LoggedOutStep } from './logged-out-step.tsx'
import { dropPendingBooking, keepPendingBooking, type PendingBooking } from './pending-booking.ts'
import { StepRungs, StepTitle } from './step-title.tsx'
import { useCheckout } from './use-checkout.ts'

const leaveWords = { question: 'Leave without booking?', stay: 'Keep choosing', leave: 'Leave' }

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
  const [{ session: paidFor, proceedsTo, contact: typedBefore, ...offer }] = useState(() =>
    opened.playerId === user?.id ? opened : { ...opened, session: undefined, contact: null },
  )
  const session = user ? (proceedsTo ?? paidFor) : undefined
  const [choiceBefore] = useState(() => firstChoice(offer))
  const [choice, setChoice] = useState(choiceBefore)
  const [typed, setTyped] = useState<Contact | null>(typedBefore ?? null)
  const booked = useBooked(user?.id)
  const knownPhone = booked?.find(({ customerPhone }) => customerPhone)?.customerPhone ?? ''
  const contact = typed ?? {
    name: user?.name ?? '',
    email: user?.email ?? '',
    phone: knownPhone,
    phoneCountry: '',
    copyTo: '',
    startsEarly: false,
  }
  const isDrawn = useDeferredValue(true, false)
  const isChanged = opened.isChanged || choice !== choiceBefore
  const coach = offer.coach ?? coaches?.find(({ id }) => id === choice.coachId) ?? null
  const awaitsLogin = useRef(false)
  const wanted = useRef<ChosenSession>(undefined)
  const [playerId, setPlayerId] = useState(user?.id)
  // A visitor's becomes that of whoever logs in.
  if (!playerId && user) setPlayerId(user.id)
  /** Another tab logged them out; maybe somebody else has logged in since, whose booking it is not. */
  const isLeft = playerId !== undefined && playerId !== user?.id && !awaitsLogin.current
  const checkout = useCheckout(session ? { session, choice, customer: contact } : null, () => {
    keep({ awaitsLogin: true })
    expireLogin()
  })
  const { step, isPaying } = checkout
  const chosen = 'session' in step ? step.session : undefined
  const shown = isLeft && !user && !isPaying ? ({ at: 'logged-out' } as const) : step

  function keep(more: Pick<PendingBooking, 'awaitsLogin' | 'proceedsTo'> = {}) {
    awaitsLogin.current ||= more.awaitsLogin ?? false
    wanted.current ??= more.proceedsTo
    keepPendingBooking({
      ...offer,
      choice,
      isChanged,
      session: chosen,
      contact: isLeft ? null : typed,
      playerId: user?.id ?? playerId,
      awaitsLogin: awaitsLogin.current,
      proceedsTo: wanted.current,
    })
  }
  useEffect(() => (isLeft && user ? onClose() : keep()))
  useEffect(
    () => () => {
      if (!awaitsLogin.current) dropPendingBooking()
    },
    [],
  )

  function proceed(session: ChosenSession) {
    // The first step says so.
    if (!navigator.onLine) return
    if (user) return checkout.prepare(session, choice, contact)
    toast({
      title: 'Login Required',
      description: 'Please login or create an account to book a coaching session.',
      variant: 'destructive',
    })
    logIn(session)
  }

  function logIn(proceedsTo: ChosenSession | undefined) {
    keep({ awaitsLogin: true, proceedsTo })
    navigate(`/login?next=${encodeURIComponent(location.pathname + location.search)}`)
  }

  function close() {
    if (!isPaying) onClose()
  }

  /** What Back does once the choice is made; before that the dialog asks. */
  function stepBack() {
    if (!isPaying && shown.at !== 'preparing') checkout.goBack()
  }

  const titles = {
    choose: coach?.name ?? offer.coachName,
    preparing: 'Setting up payment...',
    checkout: 'Complete Payment',
    failed: 'Payment Setup Failed',
    'logged-out': 'Logged out',
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
    'logged-out': offer.title,
  }
  return (
    <Dialog
      title={<StepTitle key={shown.at}>{titles[shown.at]}</StepTitle>}
      description={descriptions[shown.at]}
      onClose={close}
      onBack={shown.at === 'choose' || shown.at === 'logged-out' ? undefined : stepBack}
      sticky={leaveWords}
      isChanged={isChanged && !(step.at === 'checkout' && step.ended === 'paid')}
      isLocked={isPaying}
      ownBody
      screen={shown.at}
      className={shown.at === 'logged-out' ? '' : 'lg:max-w-6xl'}
    >
      {shown.at === 'logged-out' && <LoggedOutStep session={chosen} onLogIn={() => logIn(chosen)} />}
      {shown.at === 'choose' && !isDrawn && <ChooseStepSkeleton />}
      {shown.at === 'choose' && isDrawn && (
        <ChooseStep
          offer={offer}
          choice={choice}
          coach={coach}
          notice={shown.notice}
          onDismiss={() => checkout.goBack()}
          onChange={setChoice}
          onCancel={onClose}
          onProceed={proceed}
        />
      )}
      {shown.at === 'preparing' && (
        <DialogBody>
          <div className="grid h-96 place-items-center text-xl text-signal">
            <Spinner />
          </div>
        </DialogBody>
      )}
      {shown.at === 'checkout' && (
        <CheckoutStep
          stage={shown}
          choice={choice}
          contact={contact}
          isFirst={booked?.every((session) => !isPaidFor(session)) ?? false}
          isPaying={isPaying}
          onPaying={checkout.setPaying}
          onType={setTyped}
          onBack={() => checkout.goBack()}
          onKeepLonger={checkout.keepLonger}
          onOver={checkout.endHold}
          onEndedElsewhere={checkout.endElsewhere}
          onHeld={checkout.setHeld}
          onCanceled={checkout.endCanceled}
          onTake={(hour) => {
            const next = { ...choice, date: hour.date, time: hour.time }
            setChoice(next)
            void checkout.prepare({ ...shown.session, hour }, next, contact)
          }}
          onRefused={(error) =>
            error.answer.reason === 'closed' ? void checkout.endElsewhere() : checkout.refuse(error)
          }
          onBroken={checkout.fail}
        />
      )}
      {shown.at === 'failed' && (
        <DialogBody>
          <Button onClick={() => checkout.goBack()}>Go Back</Button>
        </DialogBody>
      )}
    </Dialog>
  )
}

/** Whether it is, or may still become, the first session that its player paid for. */
function isPaidFor({ price, status }: MySession): boolean {
  return toCents(price) > 0 && (status === 'confirmed' || status === 'completed')
}

/** The player's bookings; undefined until they are known. */
function useBooked(playerId: string | undefined): MySession[] | undefined {
  const { data } = useQuery({
    queryKey: [callUrl(listMySessions), playerId],
    queryFn: () => callApi(listMySessions),
    enabled: playerId !== undefined,
    meta: { quiet: true },
    retry: false,
  })
  return data
}
