import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { Application } from '#src/features/applications/contract.ts'
import { gameLabel } from '#src/shared/games.ts'
import { showDay } from '#src/shared/times.ts'
import { Panel } from '#src/ui/controls/panel.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { PortfolioLinks } from './portfolio-links.tsx'
import { StatusBadge } from './status-badge.tsx'

/** An application for the person who sent it: the facts, and on demand all they wrote. */
export function ApplicationSummary({ application }: { application: Application }) {
  const { portfolioLinks } = application
  const readerZone = useReaderZone()
  return (
    <Panel aria-labelledby="application">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="application" className="display text-lg">
          Your application
        </h2>
        <StatusBadge status={application.status} />
      </div>
      <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <Fact label="Applicant" value={application.applicantName} />
        <Fact label="Email" value={application.applicantEmail} />
        <Fact label="Game expertise" value={gameLabel(application.gameExpertise)} />
        <Fact label="Applied" value={showDay(application.createdAt, readerZone)} />
      </dl>
      {application.isUnproven && (
        <Alert tone="warn" title="Sent before you confirmed this e-mail" className="mt-5">
          Was that you? Then all is well. If not, tell our team in the chat.
        </Alert>
      )}
      <details className="group mt-5 border-line border-t pt-3">
        <summary className="touch flex items-center py-1 font-medium text-signal underline-offset-4 hover:underline">
          What you sent
          <ChevronDown aria-hidden className="ml-1 size-5 transition-transform group-open:rotate-180" />
        </summary>
        <dl className="mt-3 grid gap-4">
          <Answer label="Current rank">{application.currentRank}</Answer>
          <Answer label="Coaching experience">{application.coachingExperience}</Answer>
          <Answer label="Why you want to coach">{application.whyCoach}</Answer>
          <Answer label="Availability">{application.availability}</Answer>
          {application.applicantPhone && <Answer label="Phone">{application.applicantPhone}</Answer>}
          {application.discordUsername && <Answer label="Discord username">{application.discordUsername}</Answer>}
          {portfolioLinks && (
            <Answer label="Portfolio links">
              <PortfolioLinks text={portfolioLinks} />
            </Answer>
          )}
        </dl>
      </details>
    </Panel>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="contents">
      <dt>{label}</dt>
      <dd className="figures min-w-0 break-words font-medium text-strong">{value}</dd>
    </div>
  )
}

function Answer({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-faint text-sm">{label}</dt>
      <dd dir="auto" className="mt-0.5 whitespace-pre-line break-words text-strong">
        {children}
      </dd>
    </div>
  )
}
