import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { RadioTile } from '#src/features/bookings/web/picker/radio-tile.tsx'
import { type Problem, problemLabels } from '#src/features/sessions/safety.ts'
import { readSafety, type Safety, takeBlockBack } from '#src/features/sessions/safety-contract.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { apiQuery, callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { ReportDialog } from './report-dialog.tsx'

type SafetyDialogProps = {
  bookingId: string
  /** What to report, where that was said already: it is chosen, and reporting comes first. */
  problem?: Problem
  onClose(): void
}

/** Reports a problem, or blocks the other: first what each of the two means, and what was done before. */
export default function SafetyDialog({ bookingId, problem, onClose }: SafetyDialogProps) {
  const client = useQueryClient()
  const [step, setStep] = useState<'start' | 'report' | 'block'>(problem ? 'report' : 'start')
  const [coachId, setCoachId] = useState<string>()
  const safety = useQuery({
    ...apiQuery(readSafety, { params: { bookingId }, query: { coachId } }),
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const { data, error, isFetching, refetch } = safety
  const rest = { bookingId, onClose, onDone: () => client.invalidateQueries(), onChanged: refetch }
  // One that our team still reads stands at the start.
  const isOpen = data?.report?.upheld === null
  if (data && step === 'report' && !isOpen)
    return <ReportDialog key="report" safety={data} problem={problem} {...rest} />
  if (data && step === 'block') return <BlockDialog key="block" safety={data} {...rest} />
  return (
    <Dialog
      key="start"
      title="Report or block"
      description={data?.coachId && `About ${data.otherName}`}
      onClose={onClose}
    >
      {data && !data.coachId ? (
        <p>Nobody has coached this session yet: there is nobody to report or block.</p>
      ) : data ? (
        <>
          {data.coaches.length > 1 && (
            <fieldset className="mb-8">
              <legend className="mb-2 font-medium text-strong">Who is it about?</legend>
              <div className="grid gap-2">
                {data.coaches.map(({ id, name }) => (
                  <RadioTile
                    key={id}
                    name="coach"
                    checked={id === (coachId ?? data.coachId)}
                    onChoose={() => setCoachId(id)}
                    className="p-3"
                  >
                    <span className="font-semibold [overflow-wrap:anywhere]">{name}</span>
                  </RadioTile>
                ))}
              </div>
            </fieldset>
          )}
          <Start safety={data} onReport={() => setStep('report')} onBlock={() => setStep('block')} {...rest} />
        </>
      ) : error ? (
        <LoadFailed title="This could not be loaded" error={error} isFetching={isFetching} refetch={refetch} />
      ) : (
        <Skeleton className="h-64 rounded-md" />
      )}
    </Dialog>
  )
}

type StartProps = Omit<SafetyDialogProps, 'problem'> & {
  safety: Safety
  onReport(): void
  onBlock(): void
  onDone(): Promise<unknown>
}

function Start({ safety, bookingId, onReport, onBlock, onClose, onDone }: StartProps) {
  const { otherName, coachId, report, block } = safety
  const readerZone = useReaderZone()
  const takeBack = useMutation({
    mutationFn: () => callApi(takeBlockBack, { params: { bookingId }, query: { coachId: coachId ?? undefined } }),
    onSuccess: async () => {
      await onDone()
      toast({ title: 'Block taken back', description: `You and ${otherName} can meet again.` })
      onClose()
    },
  })
  const isOpen = report?.upheld === null
  return (
    <div className="grid gap-8">
      <section className="grid justify-items-start gap-3">
        <h3 className="font-semibold text-lg text-strong">Report a problem</h3>
        {report && (
          <div role="status" className="w-full">
            <Alert title={`You reported: ${problemLabels[report.problem]}`}>
              <p className="figures">
                {showMoment(report.createdAt, readerZone)}.{' '}
                {isOpen ? 'Our team reads it, and writes to you.' : report.upheld ? 'Our team agrees with you.' : ''}
              </p>
              {report.reason && <p className="[overflow-wrap:anywhere]">Our team: “{report.reason}”</p>}
            </Alert>
          </div>
        )}
        {!isOpen && (
          <>
            <p className="max-w-prose">
              Our team reads it with the last messages of your chat, and writes to you. {otherName} is not told.
            </p>
            <Button variant="secondary" onClick={onReport}>
              Report a problem
            </Button>
          </>
        )}
      </section>
      <section className="grid justify-items-start gap-3 border-line border-t pt-6">
        <h3 className="font-semibold text-lg text-strong">Block {otherName}</h3>
        {takeBack.error && (
          <Alert tone="bad" title="Not taken back">
            {errorText(takeBack.error)}
          </Alert>
        )}
        {block.isYours ? (
          <>
            <p className="max-w-prose">
              You blocked {otherName}: you neither write to each other nor meet. What was cancelled stays so.
            </p>
            <Button variant="secondary" busy={takeBack.isPending} onClick={() => takeBack.mutate()}>
              Take the block back
            </Button>
          </>
        ) : (
          <>
            <p className="max-w-prose">
              {block.refusal ??
                'No more messages and no more bookings between you two. You see exactly what follows before you press.'}
            </p>
            {!block.refusal && (
              <Button variant="secondary" onClick={onBlock}>
                What follows?
              </Button>
            )}
          </>
        )}
      </section>
      <DialogButtons close="Close" busy={false} onClose={onClose}>
        {null}
      </DialogButtons>
    </div>
  )
}
