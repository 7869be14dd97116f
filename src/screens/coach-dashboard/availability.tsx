import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import {
  type Availability,
  availabilitySchema,
  confirmAvailability,
  readAvailability,
  saveAvailability,
} from '#src/features/schedule/contract.ts'
import { type CallReply, callUrl } from '#src/shared/define-call.ts'
import { todayIn } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { coachSessionsKey, useMyAvailability } from './coach-queries.ts'
import { ExceptionsEditor } from './exceptions-editor.tsx'
import { changesBetween } from './hours-text.ts'
import { Loaded } from './loaded.tsx'
import { type SavedHours, SavedHoursReport } from './saved-hours.tsx'
import { useKept } from './use-kept.ts'
import { everyDayAsMonday, WeekEditor } from './week-editor.tsx'
import { ZoneField } from './zone-field.tsx'

type AvailabilitySectionProps = { userId: string; sessions: CoachSession[]; onChat(bookingId: string): void }

/** When a coach works: the week, single days, the clock. */
export function AvailabilitySection({ userId, ...rest }: AvailabilitySectionProps) {
  const hours = useMyAvailability(userId)
  return (
    <Loaded query={hours} what="your hours">
      {(data) => <Editor key={userId} userId={userId} stored={data} {...rest} />}
    </Loaded>
  )
}

type EditorProps = AvailabilitySectionProps & { stored: CallReply<typeof readAvailability> }

function Editor({ userId, stored, sessions, onChat }: EditorProps) {
  const client = useQueryClient()
  const [draft, setDraft] = useKept<Availability>(`hours:${userId}`)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [saved, setSaved] = useState<SavedHours | null>(null)
  const report = useRef<HTMLDivElement>(null)
  const { businessZone, isConfirmed, ...kept } = stored
  const hours = draft ?? kept
  const isChanged = !isSame(hours, kept)

  const save = useMutation({
    mutationFn: (body: Availability) => callApi(saveAvailability, { body }),
    onSuccess: ({ outside, ...now }, wanted) => {
      setSaved({ changes: changesBetween(kept, wanted), outside, businessZone })
      client.setQueryData([callUrl(readAvailability), userId], now)
      // The report names the players of sessions that may have been booked since the list was loaded.
      void client.invalidateQueries({ queryKey: coachSessionsKey })
      // What was changed while it was on its way is still to be saved.
      if (hours === wanted) setDraft(null)
    },
    onError: (error) => toastError('Hours not saved', error),
  })
  const confirm = useMutation({
    mutationFn: () => callApi(confirmAvailability),
    onSuccess: (now) => {
      client.setQueryData([callUrl(readAvailability), userId], { ...stored, ...now })
      toast({ title: 'Hours confirmed', description: 'Players can book you at these hours once you are published.' })
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
    setDraft(isSame(changed, kept) ? null : changed)
    setProblems({})
    setSaved(null)
  }
  function trySaving() {
    const checked = availabilitySchema.safeParse(hours)
    if (checked.success) return save.mutate(hours)
    setProblems(
      Object.fromEntries(checked.error.issues.map(({ path, message }) => [path.slice(0, 2).join('.'), message])),
    )
  }

  return (
    <div className="grid gap-6">
      <div ref={report} tabIndex={-1} className="scroll-mt-24 outline-none empty:hidden">
        {saved && <SavedHoursReport saved={saved} sessions={sessions} onChat={onChat} />}
      </div>
      {!isConfirmed && !isChanged && (
        <Alert tone="warn" title="Are these hours right?">
          <p>You are published once you have said so, or saved others. Until then these are only our guess.</p>
          <Button className="mt-3" size="sm" busy={confirm.isPending} onClick={() => confirm.mutate()}>
            These hours are right
          </Button>
        </Alert>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
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
              today={todayIn(hours.zone)}
              errorAt={(index) => problems[`exceptions.${index}`]}
              onChange={(exceptions) => change({ exceptions })}
            />
          </Panel>
        </div>
      </div>
      {isChanged && (
        <div
          data-bottom-bar
          className="sticky bottom-(--toast-room,0px) z-10 short:static -mx-4 flex flex-wrap items-center gap-3 border-line border-t bg-panel px-4 py-3 shadow-float sm:mx-0 sm:rounded-lg sm:border"
        >
          <p className="min-w-0 flex-1 text-sm max-sm:basis-full">
            {Object.keys(problems).length > 0
              ? 'Some hours need another look.'
              : 'Not saved yet. Booked sessions stay booked.'}
          </p>
          <Button variant="secondary" disabled={save.isPending} onClick={() => change(kept)}>
            Discard
          </Button>
          <Button busy={save.isPending} onClick={trySaving}>
            Save hours
          </Button>
        </div>
      )}
    </div>
  )
}

function isSame(a: Availability, b: Availability): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
