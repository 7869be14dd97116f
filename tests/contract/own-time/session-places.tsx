import { Deadlines } from '#src/features/bookings/web/my-sessions/my-session-deadlines.tsx'
import { SessionShare } from '#src/features/bookings/web/my-sessions/my-session-share.tsx'
import { SessionTime } from '#src/features/bookings/web/my-sessions/my-session-time.tsx'
import { OwedLines } from '#src/features/bookings/web/owed-lines.tsx'
import { coachsTasks, owedToPlayer } from '#src/features/bookings/web/owed-words.ts'
import type { SessionState } from '#src/features/sessions/contract.ts'
import { JoinOpens } from '#src/features/sessions/web/join/join-opens.tsx'
import { JoinPlace, type Met } from '#src/features/sessions/web/join/join-place.tsx'
import { waitingWords } from '#src/features/sessions/web/join/join-words.ts'
import { OpenQuestions } from '#src/features/sessions/web/question-card.tsx'
import { StoryTimeline } from '#src/features/sessions/web/story-timeline.tsx'
import Agenda from '#src/screens/coach-dashboard/agenda.tsx'
import { CalledOffList } from '#src/screens/coach-dashboard/called-off.tsx'
import { NextUp } from '#src/screens/coach-dashboard/next-up.tsx'
import { SavedHoursReport } from '#src/screens/coach-dashboard/saved-hours.tsx'
import { NextSteps } from '#src/screens/payment-success/next-steps.tsx'
import { Outcome } from '#src/screens/payment-success/outcome.tsx'
import ReceiptPage from '#src/screens/receipt/receipt.tsx'
import { Facts } from '#src/screens/session/facts.tsx'
import { Conversations } from '#src/screens/sessions/conversations.tsx'
import { type Place, readerZone, type World, zone } from './world.ts'

const nothing = () => {}

const notesOwed = { notesWithinHours: 24, refundAfterHours: 48, difference: '14.00' }
const owed = { ...notesOwed, replays: 3, questionDays: 7, replayChecks: 1 }

/** A session whose two are there, since its start. */
const metIn = ({ session: { id, startsAt } }: World): Met => ({
  ...{ name: 'VexFlip', price: '29.00', state: { bookingId: id, as: 'player', startsAt, sayings: {} } as SessionState },
  join: { from: startsAt!, until: startsAt!, you: startsAt, other: startsAt, room: null, discord: null },
})

/** Every place that shows a booked session and can be drawn without a browser, by its file. */
export const sessionPlaces: Record<string, Place> = {
  'the page after the payment': {
    file: 'screens/payment-success/outcome.tsx',
    render: ({ session }) => (
      <Outcome
        result={{ state: 'booked', booking: session, coachId: null, coachDiscord: null, calendarInvite: null } as never}
      />
    ),
  },
  'the next steps there': {
    file: 'screens/payment-success/next-steps.tsx',
    render: ({ session }) => <NextSteps booked={{ booking: session, coachId: 'c', coachDiscord: 'vex.flip' }} />,
  },
  'My Sessions': {
    file: 'features/bookings/web/my-sessions/my-session-time.tsx',
    render: ({ session }) => <SessionTime session={session} large />,
  },
  'the conversations in My Sessions': {
    file: 'screens/sessions/conversations.tsx',
    render: ({ session }) => (
      <Conversations
        sessions={[session]}
        threads={[
          { bookingId: session.id, contactId: null, unread: 0, last: { content: 'Hello', isMine: true } as never },
        ]}
        onOpen={nothing}
        onOpenInquiry={nothing}
      />
    ),
  },
  'deadlines in My Sessions': {
    file: 'features/bookings/web/my-sessions/my-session-deadlines.tsx',
    render: ({ session }) => <Deadlines session={session} now={Date.now()} />,
  },
  'what is owed beside a session': {
    file: 'features/bookings/web/owed-words.ts',
    render: ({ session, coachSession }) => (
      <OwedLines
        lines={[
          ...owedToPlayer({ ...session, owed }, Date.now(), readerZone),
          ...coachsTasks({ ...coachSession, owed }, Date.now(), readerZone),
        ]}
      />
    ),
  },
  'the Join place': {
    file: 'features/sessions/web/join/join-place.tsx',
    render: (world) => <JoinPlace title="Join" met={[metIn(world)]} userId="p" now={Date.now()} />,
  },
  'from when one can join': {
    file: 'features/sessions/web/join/join-opens.tsx',
    render: (world) => {
      const { state, join } = metIn(world)
      return <JoinOpens state={{ ...state, join }} now={Date.parse(join.from) - 60_000} />
    },
  },
  'an open question about a session': {
    file: 'features/sessions/web/question-card.tsx',
    render: (world) => {
      const asked = {
        id: 'q',
        says: 'late',
        by: 'coach',
        minutes: 10,
        agrees: null,
        outcome: null,
        reason: null,
      } as const
      const question = { ...asked, state: 'waiting', decideBy: null, askedAt: world.hour.startsAt } as const
      const state = { ...metIn(world).state, question: { ...question, answerBy: world.hour.startsAt } }
      return <OpenQuestions states={[state]} as="player" now={Date.now()} />
    },
  },
  'until when one waits there': {
    file: 'features/sessions/web/join/join-words.ts',
    render: ({ session }) => {
      const start = Date.parse(session.startsAt!) - 15 * 60_000
      const waiting = { as: 'coach', name: 'Rimshot', isHere: true, price: '0' } as const
      return waitingWords({ ...waiting, startsAt: new Date(start).toISOString() }, start + 60_000, readerZone)
    },
  },
  'what is known of a session': {
    file: 'screens/session/facts.tsx',
    render: ({ session }) => {
      const shown = { ...session, playerName: 'Rimshot', missing: null, isCalledOff: false }
      const rest = { intake: null, money: null, contacts: null, events: [] }
      return <Facts story={{ as: 'player', session: shown, ...rest }} readerZone={readerZone} />
    },
  },
  'what happened to a session': {
    file: 'features/sessions/web/story-timeline.tsx',
    render: ({ hour: { startsAt } }) => (
      <StoryTimeline
        label="What happened"
        events={[{ at: startsAt, kind: 'move', from: startsAt, to: startsAt, by: 'you', name: null, coach: null }]}
        reader={{ as: 'player', playerName: 'Rimshot', zone: readerZone }}
      />
    ),
  },
  'the receipt': {
    file: 'screens/receipt/receipt.tsx',
    render: () => <ReceiptPage />,
    loaded: ({ session }) => [
      {
        queryKey: ['receipt', undefined, null],
        data: { booking: session, seller: {}, number: null, paid: '29.00', refundDue: '0.00', refunds: [] },
      },
    ],
  },
  'a coach’s agenda': {
    file: 'screens/coach-dashboard/agenda-row.tsx',
    render: ({ coachSession }) => <Agenda sessions={[coachSession]} talks={[]} now={Date.now()} onChat={nothing} />,
  },
  'a coach’s next session': {
    file: 'screens/coach-dashboard/next-up.tsx',
    render: ({ coachSession }) => <NextUp sessions={[coachSession]} now={Date.now()} />,
  },
  'what cancelling gives back while one waits': {
    file: 'features/bookings/web/my-sessions/my-session-share.tsx',
    render: ({ session }) => <SessionShare session={session} now={0} />,
  },
  'what a coach called off': {
    file: 'screens/coach-dashboard/called-off.tsx',
    render: ({ hour, session }) => <CalledOffList calledOff={[{ from: hour.startsAt, to: session.endsAt! }]} />,
  },
  'sessions outside a coach’s new hours': {
    file: 'screens/coach-dashboard/saved-hours.tsx',
    render: ({ hour }) => (
      <SavedHoursReport saved={{ changes: [], outside: [hour], businessZone: zone }} sessions={[]} onChat={nothing} />
    ),
  },
}
