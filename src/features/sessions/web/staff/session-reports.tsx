import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { problemLabels } from '#src/features/sessions/safety.ts'
import { showInstant, showMessageTime } from '#src/shared/times.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { useFocusHandOver } from '#src/ui/lists/use-focus-hand-over.ts'
import { type OpenReport, useSessionReports } from './reports-query.ts'

const SettleDialog = lazyDialog(() => import('./settle-dialog.tsx'))

/** The problems that players and coaches reported, with their chats, and who blocked whom; nothing when there is nothing. */
export function SessionReports({ userId }: { userId: string | undefined }) {
  const client = useQueryClient()
  const [open, setOpen] = useState<{ report: OpenReport; upheld: boolean } | null>(null)
  const { data } = useSessionReports(userId)
  const zone = useRoomZone()
  const handOver = useFocusHandOver()
  if (!data || data.reports.length + data.settled.length + data.blocks.length === 0) return null
  const { reports, settled, blocks } = data
  return (
    <Panel aria-labelledby="session-reports" className="mb-6">
      <h2 id="session-reports" className="display text-lg">
        Reports and blocks
      </h2>
      {reports.length > 0 && (
        <p className="mt-1 max-w-prose text-sm">
          Only who reported is told what you decide. Reports about yourself go to the others of the team.
        </p>
      )}
      <ul className="mt-2" {...handOver}>
        {reports.map((report) => (
          <li key={report.id} className="grid gap-3 border-line py-4 not-first:border-t">
            <Reported report={report} zone={zone} />
            <div className="flex flex-wrap gap-2">
              {[true, false].map((upheld) => (
                <Button
                  key={String(upheld)}
                  variant="secondary"
                  size="sm"
                  aria-label={`${settleLabel(upheld)}: report about ${report.bookingNumber}`}
                  onClick={() => setOpen({ report, upheld })}
                >
                  {settleLabel(upheld)}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {settled.length > 0 && (
        <details className="border-line border-t pt-2">
          <summary className="touch min-h-6 cursor-pointer py-1 font-semibold text-strong">
            Settled reports: {settled.length}
          </summary>
          <ul className="figures grid gap-2 text-sm">
            {settled.map(({ id, bookingId, upheld, reason, settledAt, ...report }) => (
              <li key={id} className="[overflow-wrap:anywhere]">
                <AppLink to={`/sessions/${bookingId}`} className="touch min-h-6 font-semibold text-strong underline">
                  {reportedBy(report)}
                </AppLink>
                . {upheld ? 'We agreed' : 'We did not agree'}, {showInstant(settledAt, zone)}
                {reason && `: “${reason}”`}
              </li>
            ))}
          </ul>
        </details>
      )}
      {blocks.length > 0 && (
        <details className="border-line border-t pt-2">
          <summary className="touch min-h-6 cursor-pointer py-1 font-semibold text-strong">
            Blocks: {blocks.length}
          </summary>
          <ul className="figures grid gap-1 text-sm">
            {blocks.map(({ by, playerName, coachName, createdAt }) => (
              <li key={`${createdAt} ${playerName} ${by}`}>
                {by === 'player' ? `${playerName} blocked ${coachName}` : `${coachName} blocked ${playerName}`},{' '}
                {showInstant(createdAt, zone)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {open && (
        <SettleDialog
          {...open}
          onClose={() => setOpen(null)}
          onDone={async () => {
            // First, so that the focus goes to what is still there.
            await client.invalidateQueries()
            setOpen(null)
          }}
        />
      )}
    </Panel>
  )
}

/** `ApexOrbit reports Demo Player: Rude or threatening` */
function reportedBy({
  by,
  problem,
  customerName,
  coachName,
}: Pick<OpenReport, 'by' | 'problem' | 'customerName' | 'coachName'>) {
  const [who, about] = by === 'player' ? [customerName, coachName] : [coachName, customerName]
  return `${who} reports ${about}: ${problemLabels[problem]}`
}

const settleLabel = (upheld: boolean) => (upheld ? 'We agree' : 'We do not agree')

/** What was reported by whom, and the chat as it was then. */
function Reported({ report, zone }: { report: OpenReport; zone: string }) {
  const { words, customerName, coachName, serviceName, bookingNumber, startsAt, messages } = report
  const names = { player: customerName, coach: coachName, staff: 'Team', applicant: 'Applicant', inquirer: 'Writer' }
  return (
    <div className="min-w-0">
      <p className="font-semibold text-strong">{reportedBy(report)}</p>
      <p className="figures">
        {serviceName}, booking {bookingNumber}
        {startsAt && `, ${showInstant(startsAt, zone)}`}. Reported {showInstant(report.createdAt, zone)}.
      </p>
      {words && (
        <p dir="auto" className="mt-1 max-w-prose whitespace-pre-wrap [overflow-wrap:anywhere]">
          “{words}”
        </p>
      )}
      {messages.length > 0 ? (
        <details className="mt-2">
          <summary className="touch min-h-6 cursor-pointer py-1">
            The chat then: {messages.length === 1 ? '1 message' : `the last ${messages.length} messages`}
          </summary>
          <ol className="grid max-h-96 gap-1 overflow-y-auto text-sm">
            {messages.map(({ id, side, content, sentAt }) => (
              <li key={id} className="[overflow-wrap:anywhere]">
                <time dateTime={sentAt} className="figures text-faint">
                  {showMessageTime(sentAt, zone)}
                </time>{' '}
                <span className="font-semibold text-strong">{names[side]}</span>: {content}
              </li>
            ))}
          </ol>
        </details>
      ) : (
        <p className="mt-1 text-sm">They have not written to each other.</p>
      )}
    </div>
  )
}
