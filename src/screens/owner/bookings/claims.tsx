import { useState } from 'react'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { claimAnswerBy, claimGrantedAt, type Decision, decisions, type Remedy } from '#src/features/bookings/claims.ts'
import { showDay, showInstant, showLongDate } from '#src/shared/times.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { useFocusHandOver } from '#src/ui/lists/use-focus-hand-over.ts'
import type { Claim } from './open-claims.ts'

const DecideDialog = lazyDialog(() => import('../decide-dialog.tsx'))
const labels: Record<Decision, string> = {
  refunded: 'Refund',
  'another-coach': 'Another coach',
  declined: 'Decline',
}
const wanted: Record<Remedy, string> = { refunded: 'their money back', 'another-coach': 'another coach' }

/** The claims with the owner's answers, what the player wants first; nothing when there are none. */
export function Claims({ claims, onDecided }: { claims: Claim[]; onDecided(): void }) {
  const [open, setOpen] = useState<{ claim: Claim; decision: Decision } | null>(null)
  const zone = useRoomZone()
  const handOver = useFocusHandOver()
  if (claims.length === 0) return null
  return (
    <Panel aria-labelledby="claims" className="mb-8">
      <h2 id="claims" className="display text-lg">
        Guarantee claims
      </h2>
      <ul className="mt-2" {...handOver}>
        {claims.map((claim) => (
          <li key={claim.id} className="grid gap-3 border-line py-4 not-first:border-t lg:grid-cols-[1fr_auto]">
            <div className="min-w-0">
              <p>
                <span className="font-semibold text-strong">
                  {claim.booking.customerName}
                  {claim.wanted && ` wants ${wanted[claim.wanted]}`}
                </span>
                , claimed on {showDay(claim.createdAt, zone)}, answer by{' '}
                {showInstant(claimAnswerBy(claim.createdAt), zone)}
              </p>
              <p className="figures">
                {claim.booking.serviceName} with {claim.booking.coachName} on{' '}
                {showLongDate(claim.booking.startsAt ?? claim.booking.sessionDate, zone)}, ${claim.booking.price}
                {claim.booking.status === 'cancelled' && ', cancelled meanwhile'}
              </p>
              <blockquote
                dir="auto"
                className="mt-2 max-w-prose whitespace-pre-wrap border-edge border-l-2 pl-3 text-strong"
              >
                {claim.reason}
              </blockquote>
              <p className="mt-2 text-sm">{whatFollows(claim, zone)}</p>
            </div>
            <div className="flex flex-wrap items-start gap-2">
              {answersTo(claim).map((decision) => (
                <Button
                  key={decision}
                  variant={decision === claim.wanted ? 'primary' : decision === 'declined' ? 'ghost' : 'secondary'}
                  size="sm"
                  aria-label={`${labels[decision]}: claim of ${claim.booking.customerName}`}
                  onClick={() => setOpen({ claim, decision })}
                >
                  {labels[decision]}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {open && (
        <DecideDialog
          {...open}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null)
            onDecided()
          }}
        />
      )}
    </Panel>
  )
}

/** Whether it can be declined, and what comes of it without an answer. */
function whatFollows({ ground, wanted, createdAt, booking }: Claim, zone: string): string {
  if (booking.dispute === 'open') return 'The bank is deciding about this payment: the claim waits for that.'
  const granted =
    wanted === 'another-coach' ? 'A free session is booked by itself.' : 'Their money goes back by itself.'
  return [
    ground
      ? `Can be declined: ${ground}`
      : 'Only a session that was not held, or a person or card that claimed before, can be declined.',
    `No answer by ${showInstant(claimGrantedAt(createdAt), zone)}? ${granted}`,
  ].join(' ')
}

/** What the player wants first, then the others that are possible. */
function answersTo({ wanted, ground }: Claim): Decision[] {
  return decisions
    .filter((decision) => decision !== 'declined' || ground !== null)
    .sort((a, b) => Number(b === wanted) - Number(a === wanted))
}
