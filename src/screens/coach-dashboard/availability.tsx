import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import { coachsDuties } from '#src/features/bookings/duties.ts'
import { CalendarFeed } from '#src/features/bookings/web/calendar-feed.tsx'
import { coachSessionsKey } from '#src/features/bookings/web/coach-sessions-query.ts'
import { coachRules } from '#src/features/coaches/coach-rules.ts'
import { useOwn } from '#src/features/coaches/web/own-query.ts'
import {
  type Availability,
  availabilitySchema,
  confirmAvailability,
  readAvailability,
  saveAvailability,
} from '#src/features/schedule/contract.ts'
import { type CallReply, callUrl } from '#src/shared/define-call.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { dateIn } from '#src/shared/times.ts'
import { callApi, HttpError } from '#src/ui/call-api.ts'
import { makeBarRoom } from '#src/ui/controls/bar-room.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { useKept } from '#src/ui/controls/use-kept.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { serverNow } from '#src/ui/server-clock.ts'
import { ExceptionsEditor } from './exceptions-editor.tsx'
import { changesBetween } from './hours-text.ts'
import { Loaded } from './loaded.tsx'
import { mergeHours } from './merge-hours.ts'
import { RulesEditor } from './rules-editor.tsx'
import { type SavedHours, SavedHoursReport } from './saved-hours.tsx'
import { everyDayAsMonday, WeekEditor } from './week-editor.tsx'
import { ZoneField } from './zone-field.tsx'

type AvailabilitySectionProps = { userId: string; sessions: CoachSession[]; onChat(bookingId: string): void }

/** When a coach works: the week, days that differ, the clock, and what they ask of bookings. */
export default function AvailabilitySection({ userId, ...rest }: AvailabilitySectionProps) {
  const hours = useOwn<typeof readAvailability>(readAvailability, userId)
  return (
    <Loaded query={hours} what="your hours">
      {(data) => <Editor key={userId} userId={userId} stored={data} {...rest} />}
    </Loaded>
  )
}

type EditorProps = AvailabilitySectionProps & { stored: CallReply<typeof readAvailability> }

/** What is to be saved, and what was saved when it was changed. */
type Draft = { hours: Availability; base: Saved }
type Saved = Availability & { savedAt: string | null }

function Editor({ userId, stored, sessions, onChat }: EditorProps) {
  const client = useQueryClient()
  const [draft, setDraft] = useKept<Draft>(`hours-draft:${userId}`)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [saved, setSaved] = useState<SavedHours | null>(null)
  const report = useRef<HTMLDivElement>(null)
  const readerZone = useReaderZone()
  const ownKey = [callUrl(readAvailability), userId]
  const { calledOff, businessZone, isConfirmed, areRulesAccepted, ...now } = stored
  const { savedAt, ...kept } = now
  const hours = draft?.hours ?? kept
  const isChanged = !isSame(hours, kept)
  const changedElsewhere = isChanged && draft && draft.base.savedAt !== savedAt ? draft.base : null

  const save = useMutation({
    mutationFn: ({ hours, base }: Draft) => callApi(saveAvailability, { body: { ...hours, basedOn: base.savedAt } }),
    onSuccess: ({ outside, ...now }, wanted) => {
      setSaved({ changes: changesBetween(kept, wanted.hours), outside, businessZone })
      client.setQueryData(ownKey, now)
      // The report names the players of sessions that may have been booked since the list was loaded.
      void client.invalidateQueries({ queryKey: coachSessionsKey })
      // What was changed while it was on its way is still to be saved.
      setDraft(hours === wanted.hours ? null : { hours, base: now })
    },
    onError: async (error) => {
      // The notice says what the other device saved.
      if (error instanceof HttpError && error.answer.reason === 'changed')
        await client.refetchQueries({ queryKey: ownKey })
      else toastError('Hours not saved', error)
    },
  })
  const confirm = useMutation({
    mutationFn: () => callApi(confirmAvailability, { body: { rulesVersion: coachRules.version } }),
    onSuccess: (now) => {
      client.setQueryData(ownKey, { ...stored, ...now })
      void client.invalidateQueries({ queryKey: [callUrl(firstCalls.myCoachProfile)] })
      toast({ title: 'Hours confirmed, rules accepted', description: 'Thank you. Players can count on both.' })
    },
    onError: (error) => toastError('Hours not confirmed', error),
  })
  // The button that was pressed is gone: reading goes on at what came of it.
  useEffect(() => {
    if (!saved) return
    report.current?.focus({ preventScroll: true })
    report.current?.scrollIntoView({ block: 'nearest' })
  }, [saved])

  function change(part: Partial<Availability>) {
    const changed = { ...hours, ...part }
    // Back to what is saved: nothing is left to be kept, and to come again over hours saved elsewhere.
    setDraft(isSame(changed, kept) ? null : { hours: changed, base: draft?.base ?? now })
    setProblems({})
    setSaved(null)
  }
  function trySaving(wanted: Draft) {
    setDraft(wanted)
    const checked = availabilitySchema.safeParse(wanted.hours)
    if (checked.success) return save.mutate(wanted)
    setProblems(
      Object.fromEntries(
        checked.error.issues.map(({ path, message }) => [
          (path[2] === 'until' ? path : path.slice(0, 2)).join('.'),
          message,
        ]),
      ),
    )
  }

  return (
    <div className="grid gap-6">
      <div ref={report} tabIndex={-1} className="scroll-mt-24 outline-none empty:hidden">
        {saved && <SavedHoursReport saved={saved} sessions={sessions} onChat={onChat} />}
      </div>
      {(!isConfirmed || !areRulesAccepted) && !isChanged && (
        <Alert tone="warn" title={isConfirmed ? 'Do you accept our rules?' : 'Are these hours right?'}>
          <p>
            {isConfirmed
              ? 'Every coach keeps these five. Players read them in our Terms.'
              : 'You are published once you have said so. Until then these are only our guess. And every coach keeps five rules:'}
          </p>
          <ol className="mt-2 grid list-decimal gap-1 pl-5 text-strong">
            {coachRules.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ol>
          <p className="mt-3">
            And some offers make you owe work beside the live session, which their higher price pays for:
          </p>
          <ul className="mt-2 grid list-disc gap-1 pl-5 text-strong">
            {coachsDuties().map((duty) => (
              <li key={duty}>{duty}</li>
            ))}
          </ul>
          <p className="mt-2">Notes that do not come give that part of the price back to your player.</p>
          <Button className="mt-3" size="sm" busy={confirm.isPending} onClick={() => confirm.mutate()}>
            {isConfirmed ? 'I accept both' : 'These hours are right, I accept both'}
          </Button>
        </Alert>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-6">
          <Panel aria-labelledby="week" className="max-sm:p-4">
            <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
              <h2 id="week" className="display text-lg">
                Your week
              </h2>
              <Button variant="ghost" size="sm" onClick={() => change({ week: everyDayAsMonday(hours.week) })}>
                <Copy aria-hidden className="size-4" /> Every day as Monday
              </Button>
            </div>
            {problems.week && (
              <Alert tone="bad" className="my-3">
                {problems.week}
              </Alert>
            )}
            <WeekEditor
              week={hours.week}
              errorAt={(index) => problems[`week.${index}`]}
              onChange={(week) => change({ week })}
            />
          </Panel>
          <Panel aria-labelledby="rules" className="max-sm:p-4">
            <h2 id="rules" className="display mb-4 text-lg">
              Your rules
            </h2>
            <RulesEditor rules={hours} onChange={change} />
          </Panel>
        </div>
        <div className="grid gap-6">
          <Panel aria-labelledby="clock" className="max-sm:p-4">
            <h2 id="clock" className="display mb-4 text-lg">
              Your clock
            </h2>
            <ZoneField
              zone={hours.zone}
              businessZone={businessZone}
              error={problems.zone}
              onChange={(zone) => change({ zone })}
            />
          </Panel>
          <Panel aria-labelledby="exceptions" className="max-sm:p-4">
            <h2 id="exceptions" className="display mb-4 text-lg">
              Days that differ
            </h2>
            {problems.exceptions && (
              <Alert tone="bad" className="mb-4">
                {problems.exceptions}
              </Alert>
            )}
            <ExceptionsEditor
              exceptions={hours.exceptions}
              calledOff={calledOff}
              today={dateIn(hours.zone, serverNow())}
              errorAt={(index, field) =>
                problems[['exceptions', index, field].filter((part) => part !== undefined).join('.')]
              }
              onChange={(exceptions) => change({ exceptions })}
            />
          </Panel>
          <Panel aria-labelledby="calendar" className="max-sm:p-4">
            <h2 id="calendar" className="display mb-4 text-lg">
              Your calendar
            </h2>
            <CalendarFeed as="coach" userId={userId} />
          </Panel>
        </div>
      </div>
      {isChanged && (
        <div
          ref={makeBarRoom}
          className="sticky bottom-[calc(var(--toast-room,0px)+var(--room-bar,0px))] z-10 short:static -mx-4 flex flex-wrap items-center gap-3 border-line border-t bg-panel px-4 py-3 shadow-float sm:mx-0 sm:rounded-lg sm:border"
        >
          <p role="status" className="min-w-0 flex-1 text-sm max-sm:basis-full">
            {Object.keys(problems).length > 0
              ? 'Some hours need another look.'
              : changedElsewhere && savedAt
                ? `Not saved yet: your hours changed on another device at ${showMoment(savedAt, readerZone)}: ${changesBetween(changedElsewhere, kept).join('; ')}.`
                : 'Not saved yet. Booked sessions stay booked.'}
          </p>
          <Button variant="secondary" disabled={save.isPending} onClick={() => change(kept)}>
            Discard
          </Button>
          {changedElsewhere ? (
            <>
              <Button
                variant="secondary"
                disabled={save.isPending}
                onClick={() => trySaving({ hours: mergeHours(changedElsewhere, hours, kept), base: now })}
              >
                Keep both
              </Button>
              <Button variant="secondary" disabled={save.isPending} onClick={() => trySaving({ hours, base: now })}>
                Keep only mine
              </Button>
            </>
          ) : (
            <Button busy={save.isPending} onClick={() => trySaving({ hours, base: draft?.base ?? now })}>
              Save hours
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function isSame(a: Availability, b: Availability): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
