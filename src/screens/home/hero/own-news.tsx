import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import type { User } from '#src/features/accounts/contract.ts'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { listCoachSessions, type MySession } from '#src/features/bookings/contract.ts'
import { holdMinutes } from '#src/features/bookings/rules.ts'
import { isUpcoming, showTimeUntil } from '#src/features/bookings/web/my-sessions/my-session-clock.ts'
import { useMySessions } from '#src/features/bookings/web/my-sessions/my-session-query.ts'
import { areNotesOverdue, isToTell } from '#src/features/bookings/web/owed-words.ts'
import { bookAgainOffer } from '#src/features/checkout/web/book-again.ts'
import type { checkCoach } from '#src/features/coaches/contract.ts'
import { coachesQuery } from '#src/features/coaches/web/coaches-query.ts'
import { countForReader } from '#src/features/desk/waiting-kinds.ts'
import { useToday } from '#src/features/desk/web/today-query.ts'
import { listThreads } from '#src/features/messages/contract.ts'
import { threadsKey } from '#src/features/messages/web/threads-query.ts'
import { RateSession } from '#src/features/ratings/web/rate-session.tsx'
import type { SessionState } from '#src/features/sessions/contract.ts'
import { joinMinutes } from '#src/features/sessions/outcomes.ts'
import { isCalledOff, useSessionStates } from '#src/features/sessions/web/session-states-query.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { showDateIn } from '#src/shared/times.ts'
import { apiQuery, callApi } from '#src/ui/call-api.ts'
import { Button, ButtonAnchor, ButtonLink } from '#src/ui/controls/button.tsx'
import { CopyButton } from '#src/ui/controls/copy-button.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { HomeActions } from '../home-actions.ts'

/** `meanwhile` stands there until it is known what comes next. */
export type OwnNewsProps = { user: User; meanwhile: ReactNode }

/** What comes next for somebody signed in: a coach's or the team's day, the next session, the first one, or one more. */
export default function OwnNews(props: OwnNewsProps) {
  const { isOwner, isAdmin } = props.user
  return isOwner || isAdmin ? <StaffsDay {...props} /> : <CoachsOrPlayers {...props} />
}

function CoachsOrPlayers({ user, meanwhile }: OwnNewsProps) {
  const { data: isCoach, isPending } = useQuery({
    ...apiQuery<typeof checkCoach>(firstCalls.checkCoach, { query: { email: user.email } }),
    meta: { quiet: true },
  })
  if (isCoach) return <CoachsDay user={user} meanwhile={meanwhile} />
  return isPending ? meanwhile : <PlayersNext user={user} meanwhile={meanwhile} />
}

function CoachsDay({ user, meanwhile }: OwnNewsProps) {
  const readerZone = useReaderZone()
  const now = useNow()
  const sessions = useQuery({
    queryKey: [callUrl(listCoachSessions), user.id],
    queryFn: () => callApi(listCoachSessions),
    meta: { quiet: true },
  })
  const threads = useQuery({
    queryKey: [...threadsKey, user.id],
    queryFn: () => callApi(listThreads),
    meta: { quiet: true },
  })
  const states = useSessionStates(user.id)
  if (!sessions.data || !threads.data || states.isPending) return meanwhile
  const dayOf = (instant: string | Date) => showDateIn(instant, readerZone)
  const isStillOn = ({ id }: { id: string }) => !isCalledOff(states.data?.find(({ bookingId }) => bookingId === id))
  const today = sessions.data
    .filter(({ status, startsAt }) => status === 'confirmed' && startsAt && dayOf(startsAt) === dayOf(new Date(now)))
    .filter(isStillOn).length
  const waiting =
    threads.data.filter(({ unread }) => unread > 0).length +
    sessions.data.filter((session) => isToTell(session, now) || areNotesOverdue(session, now)).length
  return <Day today={today} waiting={waiting} to="/coach-dashboard" />
}

function StaffsDay({ user, meanwhile }: OwnNewsProps) {
  const { data } = useToday(user.id)
  if (!data) return meanwhile
  const today = data.sessions.filter(({ status }) => status === 'confirmed').length
  const waiting = countForReader(data.waiting)
  return <Day today={today} waiting={waiting} to="/today" />
}

/** How many sessions there are today, how much waits, and where one sees to it. */
function Day({ today, waiting, to }: { today: number; waiting: number; to: string }) {
  return (
    <News title={`${today} ${today === 1 ? 'session' : 'sessions'} today, ${waiting} waiting for you`}>
      <ButtonLink to={to} variant="secondary">
        Open
      </ButtonLink>
    </News>
  )
}

function PlayersNext({ user, meanwhile }: OwnNewsProps) {
  const now = useNow()
  const { data: sessions } = useMySessions(user.id)
  const states = useSessionStates(user.id)
  if (!sessions || states.isPending) return meanwhile
  const next = sessions.find((session) => isUpcoming(session, now))
  const last = sessions.find(({ status }) => status === 'completed' || status === 'confirmed')
  const state = next && states.data?.find(({ bookingId }) => bookingId === next.id)
  if (next && state?.choice && isCalledOff(state)) return <CalledOff session={next} choice={state.choice} />
  if (next) return <NextUp session={next} isPrepared={state?.intake != null} now={now} />
  if (last) return <OnceMore session={last} user={user} />
  return (
    <News
      title={`Welcome, ${user.name}. Your first hour is one choice away.`}
      text={`We hold it ${holdMinutes} minutes while you pay. Not right? A refund or a different coach.`}
    >
      <ButtonAnchor href="#contact" variant="secondary">
        See free hours
      </ButtonAnchor>
    </News>
  )
}

type NextUpProps = {
  session: MySession
  /** Its player said what to work on. */
  isPrepared: boolean
  now: number
}

function NextUp({ session, isPrepared, now }: NextUpProps) {
  const readerZone = useReaderZone()
  const { id, startsAt, serviceName, coachName, coachDiscord } = session
  const left = startsAt && showTimeUntil(startsAt, now)
  const isJoinTime = startsAt !== null && Date.parse(startsAt) - joinMinutes * 60_000 <= now
  return (
    <News
      title={startsAt ? `Next up: ${showMoment(startsAt, readerZone)}` : 'Next up: your time is to be decided'}
      after={startsAt && (left ? `, in ${left}` : ', on now')}
      text={
        <>
          {serviceName} with {coachName}
          {coachDiscord && ` · Discord ${coachDiscord}`}
        </>
      }
    >
      {coachDiscord && (
        <CopyButton text={coachDiscord} done="Name copied" label={`Copy name ${coachDiscord}`}>
          Copy
        </CopyButton>
      )}
      {isJoinTime ? (
        <ButtonLink to={`/sessions/${id}`} size="sm">
          Join
        </ButtonLink>
      ) : (
        <>
          <ButtonLink to={`/sessions/${id}`} variant="secondary" size="sm">
            Open session
          </ButtonLink>
          <ButtonLink to={`/sessions?prepare=${id}`} variant="secondary" size="sm">
            {isPrepared ? 'Change what you said' : 'Say what to fix'}
          </ButtonLink>
        </>
      )}
    </News>
  )
}

type CalledOffProps = { session: MySession; choice: NonNullable<SessionState['choice']> }

/** The next session does not take place: its player chooses what they get instead. */
function CalledOff({
  session: { id, startsAt, serviceName },
  choice: { coachName, deadline, chosen },
}: CalledOffProps) {
  const readerZone = useReaderZone()
  return (
    <News
      title={`${coachName} called off your session${startsAt ? `: ${showMoment(startsAt, readerZone)}` : ''}`}
      text={
        chosen
          ? `${serviceName}: what you chose is on its way.`
          : `${serviceName}: another coach, another hour, or all your money back.${deadline ? ` Choose by ${showMoment(deadline, readerZone)}.` : ''}`
      }
    >
      <ButtonLink to={`/choose?booking=${id}`} size="sm">
        {chosen ? 'Change' : 'Choose'}
      </ButtonLink>
      <ButtonLink to={`/sessions/${id}`} variant="secondary" size="sm">
        Open session
      </ButtonLink>
    </News>
  )
}

function OnceMore({ session, user }: { session: MySession; user: User }) {
  const { book } = useContext(HomeActions)
  const { data: coaches = [] } = useQuery(coachesQuery)
  const offer = bookAgainOffer(session, coaches)
  return (
    <News before={`Last time: ${session.serviceName} with ${session.coachName}. `} title="Keep climbing?">
      {offer ? (
        <Button variant="secondary" onClick={() => book(offer)}>
          Book {session.coachName} again
        </Button>
      ) : (
        <ButtonAnchor href="#coaches" variant="secondary">
          See free hours
        </ButtonAnchor>
      )}
      <RateSession session={session} userId={user.id} />
    </News>
  )
}

type NewsProps = { title: string; before?: string; after?: ReactNode; text?: ReactNode; children: ReactNode }

/** One line that counts, with what stands around it and its buttons. */
function News({ title, before, after, text, children }: NewsProps) {
  return (
    <div className="figures">
      <p>
        {before}
        <strong className="text-strong">{title}</strong>
        {after}
      </p>
      {text && <p className="mt-1 text-base [overflow-wrap:anywhere]">{text}</p>}
      <div className="mt-4 flex flex-wrap items-center gap-1.5 sm:gap-3">{children}</div>
    </div>
  )
}
