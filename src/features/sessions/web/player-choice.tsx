import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { MySession } from '#src/features/bookings/contract.ts'
import { SessionShare } from '#src/features/bookings/web/my-sessions/my-session-share.tsx'
import { acceptProposal } from '#src/features/sessions/call-off-contract.ts'
import type { SessionState } from '#src/features/sessions/contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { showMoment, showWhen } from '#src/shared/session-times.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { useNow } from '#src/ui/use-now.ts'
import { isCoachAsked, sessionStatesKey } from './session-states-query.ts'

type PlayerChoiceProps = {
  session: MySession
  state: SessionState | undefined
  userId: string
  onChanged(): Promise<unknown>
}

/** What the player still has to choose about a session, waits for, and what its coach proposes; nothing otherwise. */
export function PlayerChoice({ session, state, userId, onChanged }: PlayerChoiceProps) {
  const now = useNow()
  const choice = state?.choice
  return (
    <>
      {isCoachAsked(state) && <SessionShare session={session} now={now} className="figures text-strong" />}
      {choice && choice.settledAt === null && <OpenChoice session={session} choice={choice} />}
      {state?.proposal && session.status === 'confirmed' && (
        <Proposal session={session} proposal={state.proposal} userId={userId} onChanged={onChanged} />
      )}
    </>
  )
}

function OpenChoice({ session, choice }: { session: MySession; choice: NonNullable<SessionState['choice']> }) {
  const readerZone = useReaderZone()
  const now = useNow()
  const { coachName, cause, word, deadline, chosen } = choice
  const left = toCents(session.price) - toCents(session.refundDue)
  const money = left > 0 ? `all ${showDollars(left)} back` : 'cancel it'
  const isOver = session.endsAt !== null && Date.parse(session.endsAt) <= now
  const isAsking = deadline !== null && chosen === 'another-coach'
  const title =
    cause === 'called-off'
      ? `${coachName} called off your session`
      : deadline || isOver
        ? `${coachName} did not come`
        : `${coachName} is not here`
  return (
    <Alert tone="warn" title={title}>
      {word && <p className="[overflow-wrap:anywhere]">“{word}”</p>}
      <p className="figures">
        {isAsking
          ? 'Asking… you hear within 10 minutes.'
          : chosen
            ? `You chose ${chosenWords[chosen]}. It is done as soon as it is settled.`
            : `Choose: another coach, another hour, or ${money}.${deadline ? '' : ' It is done as soon as it is settled.'}`}
        {deadline &&
          ` Nothing chosen by ${showMoment(deadline, readerZone)}? ${left > 0 ? `All ${showDollars(left)} goes back by itself.` : 'Then it is cancelled.'}`}
      </p>
      <ButtonLink
        to={`/choose?booking=${session.id}`}
        size="sm"
        className="mt-3"
        aria-label={`${chosen ? 'Change' : 'Choose'}: ${session.serviceName} with ${coachName}`}
      >
        {chosen ? 'Change' : 'Choose'}
      </ButtonLink>
    </Alert>
  )
}

/** In the middle of a sentence. */
export const chosenWords = {
  'another-coach': 'another coach',
  'another-hour': 'another hour',
  money: 'your money back',
} as const

type ProposalProps = Omit<PlayerChoiceProps, 'state'> & { proposal: NonNullable<SessionState['proposal']> }

function Proposal({ session, proposal, userId, onChanged }: ProposalProps) {
  const client = useQueryClient()
  const readerZone = useReaderZone()
  const when = showWhen(proposal.startsAt, session.zone, readerZone)
  const accept = useMutation({
    mutationFn: () => callApi(acceptProposal, { params: { bookingId: session.id } }),
    onSuccess: () => toast({ title: 'Session moved', description: `${when}. A new invite is in your mail.` }),
    onSettled: async () => {
      await Promise.all([client.invalidateQueries({ queryKey: sessionStatesKey(userId) }), onChanged()])
      if (document.activeElement === document.body) document.querySelector('main')?.focus()
    },
  })
  return (
    <Alert title={`${session.coachName} proposes another hour: ${when}`}>
      {accept.error && (
        <p role="alert" className="text-bad">
          {errorText(accept.error)}
        </p>
      )}
      <p>Take it, or do nothing and keep your hour. Cancel instead and everything goes back until it starts.</p>
      <Button size="sm" className="mt-3" busy={accept.isPending} onClick={() => accept.mutate()}>
        Take this hour
      </Button>
    </Alert>
  )
}
