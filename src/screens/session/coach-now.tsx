import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { User } from '#src/features/accounts/contract.ts'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { whoComes } from '#src/features/bookings/meeting.ts'
import { CalendarButton } from '#src/features/bookings/web/calendar-button.tsx'
import { useCoachSessions } from '#src/features/bookings/web/coach-sessions-query.ts'
import { DiscordButtons } from '#src/features/bookings/web/meeting-place.tsx'
import { isUpcoming } from '#src/features/bookings/web/my-sessions/my-session-clock.ts'
import { OwedLines } from '#src/features/bookings/web/owed-lines.tsx'
import { coachsTasks } from '#src/features/bookings/web/owed-words.ts'
import { blockedText } from '#src/features/coaches/blocks.ts'
import { ChatButton } from '#src/features/messages/web/chat-button.tsx'
import { useThreads } from '#src/features/messages/web/threads-query.ts'
import { CoachChanges } from '#src/features/sessions/web/call-offs/coach-changes.tsx'
import { CoachJoin } from '#src/features/sessions/web/join/coach-join.tsx'
import { JoinOpens } from '#src/features/sessions/web/join/join-opens.tsx'
import { OwedTicks } from '#src/features/sessions/web/player-prepared.tsx'
import { OpenQuestions } from '#src/features/sessions/web/question-card.tsx'
import { SafetyButton } from '#src/features/sessions/web/safety/safety-button.tsx'
import { SayWhatHappened } from '#src/features/sessions/web/say-what-happened.tsx'
import { isCalledOff, useSessionStates } from '#src/features/sessions/web/session-states-query.ts'
import { WritingButtons } from '#src/features/sessions/web/write-up/writing-buttons.tsx'
import { useGo } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { useNow } from '#src/ui/use-now.ts'

const CompleteDialog = lazyDialog(() => import('#src/features/bookings/web/complete-dialog.tsx'))

type CoachNowProps = {
  bookingId: string
  user: User
  /** The story has something new. */
  onChanged(): Promise<unknown>
}

/** What the coach can do about a session now, with what the agenda has for it. */
export function CoachNow({ bookingId, user, onChanged }: CoachNowProps) {
  const sessions = useCoachSessions(user.id)
  const states = useSessionStates(user.id)
  const threads = useThreads(user.id)
  const now = useNow()
  const readerZone = useReaderZone()
  const go = useGo()
  const [isCompleting, setCompleting] = useState(false)
  const session = sessions.data?.find(({ id }) => id === bookingId)
  const marks = session && `${session.status} ${session.notesSentAt}`
  useEffect(() => {
    if (marks) void onChanged()
  }, [marks, onChanged])
  // Older than all that the agenda lists: there is nothing to do about it.
  if (!session) return null
  const { customerName, serviceName, startsAt, player, note, refusals } = session
  const state = states.data?.find((each) => each.bookingId === bookingId)
  const ahead = isUpcoming(session, now)
  const seats = (sessions.data ?? []).filter((each) => startsAt && each.startsAt === startsAt && isUpcoming(each, now))
  const ofHour = (states.data ?? []).filter((each) => seats.some(({ id }) => id === each.bookingId))
  const isOn = ahead && !isCalledOff(state)
  return (
    <>
      {session.isBlocked && <p className="text-warn">{blockedText}</p>}
      <OpenQuestions states={state && [state]} as="coach" now={now} />
      <CoachJoin sessions={seats} states={ofHour} userId={user.id} now={now} />
      <JoinOpens state={state} now={now} />
      {isOn && <p className="[overflow-wrap:anywhere]">{whoComes(session, player)}</p>}
      {isOn && player?.handles.discord && <DiscordButtons name={player.handles.discord} />}
      {isCalledOff(state) && <p className="text-warn">Called off: {customerName} is choosing now.</p>}
      <OwedLines lines={coachsTasks(session, now, readerZone, state)} className="figures text-strong" />
      {!isCalledOff(state) && <OwedTicks session={session} state={state} userId={user.id} now={now} />}
      {note && <p className="text-faint text-sm [overflow-wrap:anywhere]">Your note: {note}</p>}
      <div className="flex flex-wrap gap-2">
        {refusals.complete === null && (
          <Button
            size="sm"
            aria-label={`Mark completed: session with ${customerName}`}
            onClick={() => setCompleting(true)}
          >
            <Check aria-hidden className="size-4" /> Mark completed
          </Button>
        )}
        <WritingButtons session={session} isOff={isCalledOff(state)} onWritten={() => setCompleting(true)} />
        <ChatButton
          about={`${serviceName} with ${customerName}`}
          unread={threads.data?.find((each) => each.bookingId === bookingId)?.unread ?? 0}
          onOpen={() => void go(`/coach-dashboard?thread=${bookingId}`)}
        />
        {isOn && startsAt && (
          <CalendarButton bookingId={bookingId} what={`${serviceName} with ${customerName}`}>
            Calendar
          </CalendarButton>
        )}
        {isOn && session.status === 'confirmed' && <CoachChanges session={session} seats={seats} now={now} />}
        {!ahead && <SayWhatHappened state={state} />}
        <SafetyButton bookingId={bookingId} about={`${serviceName} with ${customerName}`} />
      </div>
      {isCompleting && <CompleteDialog session={session} onClose={() => setCompleting(false)} />}
    </>
  )
}
