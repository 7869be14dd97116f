import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useRequireLogin } from '#src/features/accounts/web/use-account.ts'
import type { MySession } from '#src/features/bookings/contract.ts'
import { isUpcoming } from '#src/features/bookings/web/my-sessions/my-session-clock.ts'
import { useMySessions } from '#src/features/bookings/web/my-sessions/my-session-query.ts'
import type { OpenedOffer } from '#src/features/checkout/web/choice.ts'
import { BookingDialog } from '#src/features/checkout/web/lazy-booking-dialog.ts'
import { usePendingBooking } from '#src/features/checkout/web/pending-booking.ts'
import { SafetyDialog } from '#src/features/sessions/web/safety/safety-button.tsx'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { lazyDialog, useEarlyDialogs } from '#src/ui/controls/lazy-dialog.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { Plan } from './plan.tsx'

const ChatDialog = lazyDialog(() => import('#src/features/sessions/web/chat-dialog.tsx'))
const InquiryDialog = lazyDialog(() => import('./inquiry-dialog.tsx'))
const PrepareDialog = lazyDialog(() => import('#src/features/sessions/web/prepare-dialog.tsx'))
const oftenPressed = [ChatDialog, PrepareDialog]

/** A player's sessions, and the dialogs about them. */
export default function Sessions() {
  const user = useRequireLogin()
  const { data } = useMySessions(user?.id)
  const [chatId, setChatId] = useLinked('thread', user !== null)
  const [prepareId, setPrepareId] = useLinked('prepare', user !== null)
  const [inquiryId, setInquiryId] = useLinked('inquiry', user !== null)
  const [safetyId, setSafetyId] = useState<string | null>(null)
  const [offer, setOffer] = useState<OpenedOffer | null>(null)
  usePendingBooking(setOffer)
  useEarlyDialogs(data !== undefined, oftenPressed)
  const now = useNow()
  const chat = data?.find(({ id }) => id === chatId)
  const isNotOwn = useShortLink(data)
  const toPrepare = data?.find((session) => session.id === prepareId && isUpcoming(session, now))
  return (
    <SiteFrame>
      <div className="wrap py-10 lg:py-16">
        <h1 className="display text-2xl">My Sessions</h1>
        <div className="mt-8 grid gap-12">
          {data && ((chatId && !chat) || isNotOwn) && (
            <Alert tone="warn" title="This is not one of your sessions">
              Log in with the account that booked it.
            </Alert>
          )}
          <Plan
            user={user}
            onChat={setChatId}
            onPrepare={setPrepareId}
            onInquiry={setInquiryId}
            onSafety={setSafetyId}
            onBook={setOffer}
          />
        </div>
      </div>
      {chat && <ChatDialog session={chat} onClose={() => setChatId(null)} />}
      {inquiryId && user && <InquiryDialog contactId={inquiryId} onClose={() => setInquiryId(null)} />}
      {toPrepare && user && <PrepareDialog session={toPrepare} userId={user.id} onClose={() => setPrepareId(null)} />}
      {safetyId && <SafetyDialog bookingId={safetyId} onClose={() => setSafetyId(null)} />}
      {offer && <BookingDialog offer={offer} onClose={() => setOffer(null)} />}
    </SiteFrame>
  )
}

/**
 * The booking or inquiry whose dialog is open. A mail leads to its chat by `?thread=ID` or `?inquiry=ID`, the home page to its preparation
 * by `?prepare=ID`; once somebody is signed in that is taken out of the address, so that going back does not open the dialog again.
 */
function useLinked(name: 'thread' | 'prepare' | 'inquiry', isSignedIn: boolean) {
  const linked = useSearch().get(name)
  const [, navigate] = useLocation()
  const [openId, setOpenId] = useState<string | null>(null)
  useEffect(() => {
    if (!linked || !isSignedIn) return
    setOpenId(linked)
    navigate('/sessions', { replace: true })
  }, [linked, isSignedIn, navigate])
  return [openId, setOpenId] as const
}

/** An SMS leads here by `?number=4KQ2X`, and on to the page of that session. Gives whether it is none of the reader's. */
function useShortLink(sessions: MySession[] | undefined): boolean {
  const number = useSearch().get('number')
  const [, navigate] = useLocation()
  const session = number && sessions?.find((each) => each.number === `LU-${number.toUpperCase()}`)
  const to = session ? `/sessions/${session.id}` : null
  useEffect(() => {
    if (to) navigate(to, { replace: true })
  }, [to, navigate])
  return number !== null && sessions !== undefined && !session
}
