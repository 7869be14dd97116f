import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { useTyped } from '#src/features/accounts/web/use-typed.ts'
import {
  listApplications,
  type ReviewedApplication,
  reviewApplication,
  undoApplicationReview,
} from '#src/features/applications/contract.ts'
import { decidedNotes } from '#src/features/applications/rules.ts'
import { PortfolioLinks } from '#src/features/applications/web/portfolio-links.tsx'
import { StatusBadge } from '#src/features/applications/web/status-badge.tsx'
import { gameLabel } from '#src/shared/games.ts'
import { showDay } from '#src/shared/times.ts'
import { callApi, errorText, HttpError } from '#src/ui/call-api.ts'
import { cx } from '#src/ui/class-names.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { PhoneNote } from '#src/ui/feedback/phone-note.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { Undo, useUndo } from '#src/ui/lists/use-undo.tsx'
import { MessageForm } from './message-form.tsx'
import { personOfApplication } from './person.ts'

type ReviewProps = { application: ReviewedApplication; onClose(): void }

/** All an applicant wrote, the decision, and the conversation with them beside. */
export function Review({ application, onClose }: ReviewProps) {
  const { status, adminNotes } = application
  const client = useQueryClient()
  const [changed, setChanged] = useState<string | null>(null)
  const [word, setWord] = useTyped(`word:${application.id}`)
  const decided = useUndo([application])
  const refresh = () => client.invalidateQueries({ queryKey: [listApplications.path] })
  const review = useMutation({
    mutationFn: (decision: 'approved' | 'rejected') =>
      callApi(reviewApplication, {
        params: { id: application.id },
        body: {
          status: decision,
          adminNotes: decidedNotes[decision],
          word: decision === 'rejected' ? word.trim() : undefined,
          expectedStatus: status,
        },
      }),
    onSuccess: async ({ decisionId }, decision) => {
      setChanged(null)
      if (decisionId) {
        const undo = () => callApi(undoApplicationReview, { params: { id: application.id }, body: { decisionId } })
        decided.decided(application, 'The mail goes in a moment.', () => undo().finally(refresh))
      } else setWord('')
      await refresh()
      toast({
        title: 'Application updated!',
        description: `${application.applicantName} is ${decision} and is notified by e-mail.`,
      })
    },
    onError: async (error) => {
      const words = errorText(error, 'An error occurred while updating the application.')
      toast({ title: 'Failed to update application', description: words, variant: 'destructive' })
      if (!isDecided(error)) return
      setChanged(words)
      await refresh()
    },
  })
  const decide = (decision: 'approved' | 'rejected') => ({
    disabled: status === decision || review.isPending,
    busy: review.isPending && review.variables === decision,
    onClick: () => review.mutate(decision),
  })
  const undoable = decided.of(application.id)
  return (
    <div data-undo-row className="grid gap-6 p-4 sm:p-5">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="display flex min-w-0 flex-wrap items-center gap-3 text-lg [overflow-wrap:anywhere]">
          {application.applicantName} <StatusBadge status={status} />
        </h2>
        <Button variant="ghost" size="sm" onClick={onClose}>
          Close Review
        </Button>
      </header>
      {changed && (
        <Alert tone="warn" title="Nothing was changed by you">
          {changed} Read it again, then decide.
        </Alert>
      )}
      <OtherSender application={application} />
      {application.isUnproven && (
        <Alert tone="warn" title="Sent before the owner of this e-mail confirmed it">
          Somebody typed {application.applicantEmail}; its owner came later. Ask them whether this is theirs.
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button {...decide('approved')}>Approve</Button>
        <Button variant="danger" {...decide('rejected')}>
          Reject
        </Button>
        {undoable && <Undo {...undoable} about={`application of ${application.applicantName}`} />}
        {adminNotes && <p className="text-sm">Notes: {adminNotes}</p>}
      </div>
      {status !== 'rejected' && (
        <Field
          label="A word to the applicant (optional)"
          hint="Reject mails it with our usual words. It stays here until you do."
          className="max-w-prose"
        >
          <Textarea rows={2} maxLength={1000} value={word} onChange={(event) => setWord(event.target.value)} />
        </Field>
      )}
      <div className="grid gap-8 xl:grid-cols-2">
        <Answers application={application} />
        <section aria-labelledby="conversation" className="min-w-0">
          <h3 id="conversation" className="display mb-3">
            Conversation
          </h3>
          <MessageForm person={personOfApplication(application)} />
        </section>
      </div>
    </div>
  )
}

/** Red, before the decision: the account that applied has another e-mail than it typed. */
function OtherSender({ application: { applicantEmail, sentBy } }: { application: ReviewedApplication }) {
  if (!sentBy || sentBy.email === applicantEmail) return null
  return (
    <Alert tone="bad" title="Sent by another account">
      <span className="break-words">
        {accountWords(sentBy)} sent this and typed {applicantEmail}. Approve makes {sentBy.email} the coach. First mail{' '}
        {applicantEmail} and ask whether it was them, not in the conversation here: the sender reads and answers it.
      </span>
    </Alert>
  )
}

function accountWords({ email, emailVerified }: NonNullable<ReviewedApplication['sentBy']>): string {
  return `${email} (${emailVerified ? 'verified' : 'not verified'})`
}

function Answers({ application }: { application: ReviewedApplication }) {
  const zone = useRoomZone()
  const { applicantPhone, discordUsername, portfolioLinks, sentBy, isEmailProven, isUnproven } = application
  return (
    <dl className="figures grid min-w-0 grid-cols-2 content-start gap-4">
      <Answer label="Game">{gameLabel(application.gameExpertise)}</Answer>
      <Answer label="Current rank">{application.currentRank}</Answer>
      <Answer label="Applied">{showDay(application.createdAt, zone)}</Answer>
      {discordUsername && <Answer label="Discord username">{discordUsername}</Answer>}
      <Answer isWide label="Email">
        <a href={`mailto:${application.applicantEmail}`} className={link}>
          {application.applicantEmail}
        </a>{' '}
        <Badge tone={isEmailProven && !isUnproven ? 'good' : 'warn'}>
          {isUnproven ? 'Proven after it was sent' : isEmailProven ? 'Proven' : 'Not proven'}
        </Badge>
      </Answer>
      <Answer isWide label="Sent by">
        {sentBy ? accountWords(sentBy) : 'Somebody without an account'}
      </Answer>
      {applicantPhone && (
        <Answer isWide label="Phone">
          <a href={`tel:${applicantPhone}`} className={link}>
            {applicantPhone}
          </a>
          <PhoneNote phone={applicantPhone} />
        </Answer>
      )}
      <Answer isWide label="Coaching experience">
        {application.coachingExperience}
      </Answer>
      <Answer isWide label="Why they want to coach">
        {application.whyCoach}
      </Answer>
      <Answer isWide label="Availability">
        {application.availability}
      </Answer>
      {portfolioLinks && (
        <Answer isWide label="Portfolio links">
          <PortfolioLinks text={portfolioLinks} />
        </Answer>
      )}
    </dl>
  )
}

const link = 'touch inline-flex items-center text-signal underline underline-offset-4 [overflow-wrap:anywhere]'

function Answer({ label, isWide, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={cx('min-w-0', isWide && 'col-span-2')}>
      <dt className="text-faint text-sm">{label}</dt>
      <dd dir="auto" className="mt-0.5 whitespace-pre-line break-words text-strong">
        {children}
      </dd>
    </div>
  )
}

/** Somebody else decided since this screen was loaded. */
function isDecided(error: Error): boolean {
  return error instanceof HttpError && error.answer.reason === 'decided'
}
