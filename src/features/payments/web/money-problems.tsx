import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { isUndecided } from '#src/features/bookings/rules.ts'
import { type Problem, reopenProblem } from '#src/features/payments/contract.ts'
import { problemLabels } from '#src/features/payments/problem-kinds.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { showInstant } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { useFocusHandOver } from '#src/ui/lists/use-focus-hand-over.ts'
import { problemsKey, useProblems } from './money-query.ts'

const DealtWithDialog = lazyDialog(() => import('./dealt-with-dialog.tsx'))

type PaymentProblemsProps = {
  /** The owner's. */
  userId: string | undefined
  /** The owner wants to answer the bank about a dispute. */
  onAnswer(problem: Problem): void
}

/** What went wrong with payments and waits for the owner; nothing when all is well. */
export function PaymentProblems({ userId, onAnswer }: PaymentProblemsProps) {
  const { data: problems = [] } = useProblems(userId, 'waiting')
  const zone = useRoomZone()
  const [open, setOpen] = useState<Problem | null>(null)
  const handOver = useFocusHandOver()
  if (problems.length === 0 && !open) return null
  return (
    <Alert
      tone="bad"
      title={problems.length === 1 ? '1 payment problem needs you' : `${problems.length} payment problems need you`}
    >
      <ul className="mt-2" {...handOver}>
        {problems.map((problem) => (
          <Row key={problem.id} problem={problem}>
            {canAnswer(problem) && (
              <Button
                size="sm"
                aria-label={`Answer the bank: ${titleOf(problem, zone)}, ${problem.text}`}
                onClick={() => onAnswer(problem)}
              >
                Answer the bank
              </Button>
            )}
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Dealt with: ${titleOf(problem, zone)}, ${problem.text}`}
              onClick={() => setOpen(problem)}
            >
              Dealt with
            </Button>
          </Row>
        ))}
      </ul>
      {open && <DealtWithDialog problem={open} title={titleOf(open, zone)} onClose={() => setOpen(null)} />}
    </Alert>
  )
}

/** The problems that were dealt with, closed until asked for, each with a way back. `userId` is the owner's. */
export function ProblemsDealtWith({ userId }: { userId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data: problems, ...query } = useProblems(isOpen ? userId : undefined, 'resolved')
  const zone = useRoomZone()
  const client = useQueryClient()
  const handOver = useFocusHandOver()
  const reopen = useMutation({
    mutationFn: (id: string) => callApi(reopenProblem, { params: { problemId: id } }),
    onSuccess: () => toast({ title: 'Reopened', description: 'It stands on top of every tab again.' }),
    onError: (error) => toastError('Not reopened', error),
    onSettled: () => client.invalidateQueries({ queryKey: problemsKey }),
  })
  return (
    <section aria-label="Payment problems dealt with" className="grid justify-items-start gap-4">
      <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide payment problems dealt with' : 'Show payment problems dealt with'}
      </Button>
      {isOpen && query.error && <LoadFailed {...query} title="They could not be loaded" />}
      {isOpen && problems && (
        <Panel className="w-full">
          {problems.length === 0 && <p>Nothing has been dealt with yet.</p>}
          <ul {...handOver}>
            {problems.map((problem) => (
              <Row key={problem.id} problem={problem}>
                <Button
                  variant="secondary"
                  size="sm"
                  busy={reopen.isPending && reopen.variables === problem.id}
                  aria-label={`Reopen: ${titleOf(problem, zone)}, ${problem.text}`}
                  onClick={() => reopen.mutate(problem.id)}
                >
                  Reopen
                </Button>
              </Row>
            ))}
          </ul>
        </Panel>
      )}
    </section>
  )
}

/** What it is; of an open dispute first until when it wants an answer. */
function titleOf({ kind, dispute }: Problem, zone: string): string {
  if (!dispute) return problemLabels[kind]
  const amount = showDollars(toCents(dispute.amount))
  if (!isUndecided(dispute.state)) return `Dispute ${dispute.state}, ${amount}`
  const what = dispute.state === 'inquiry' ? 'The bank asks' : 'Dispute'
  if (dispute.answeredAt)
    return `${what}: answered ${showInstant(dispute.answeredAt, zone)}, the bank decides, ${amount}`
  return `${what}: ${dispute.dueBy ? `answer by ${showInstant(dispute.dueBy, zone)}` : 'no answer is due'}, ${amount}`
}

/** Whether the bank waits for an answer that we can put together. */
function canAnswer({ dispute, bookingId }: Problem): boolean {
  return dispute !== null && isUndecided(dispute.state) && !!dispute.dueBy && !dispute.answeredAt && bookingId !== null
}

function Row({ problem, children }: { problem: Problem; children: ReactNode }) {
  const { text, createdAt, resolvedAt, bookingId, paymentId, dispute } = problem
  const zone = useRoomZone()
  const reference = dispute?.id ?? paymentId
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-edge py-3 not-first:border-t">
      <div className="min-w-0 flex-1 basis-72">
        <p className="figures font-semibold text-strong">{titleOf(problem, zone)}</p>
        <p>{text}</p>
        <p className="figures flex flex-wrap gap-x-4 text-sm">
          <span>
            {showInstant(createdAt, zone)}
            {resolvedAt && `, dealt with ${showInstant(resolvedAt, zone)}`}
          </span>
          {reference && <span className="select-all break-all [font-family:ui-monospace,monospace]">{reference}</span>}
          {bookingId && (
            <AppLink
              to={`/owner?booking=${bookingId}`}
              className="touch relative font-medium text-signal underline underline-offset-4"
            >
              Open booking
            </AppLink>
          )}
        </p>
      </div>
      {children}
    </li>
  )
}
