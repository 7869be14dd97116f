import { useMutation } from '@tanstack/react-query'
import { Inbox, Mail } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Contact, type listContacts, markAnswered, markUnanswered } from '#src/features/contacts/contract.ts'
import { gameLabel } from '#src/shared/games.ts'
import { showDay } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button, ButtonAnchor } from '#src/ui/controls/button.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { entryLook, GrowingList } from '#src/ui/lists/growing-list.tsx'
import type { useList } from '#src/ui/lists/use-list.ts'

/** What the contact form promises (CONTACT-1), in milliseconds. */
const promisedWithin = 24 * 3_600_000

/** The inquiries with the time left to answer each. */
export function ContactsTab({ list }: { list: ReturnType<typeof useList<typeof listContacts>> }) {
  const now = useMinute()
  return (
    <GrowingList
      label="Inquiries"
      list={list}
      empty={
        <EmptyState icon={Inbox} title="No inquiries yet">
          What players write in the contact form appears here, with 24 hours to answer.
        </EmptyState>
      }
    >
      {(contact) => <Entry key={contact.id} contact={contact} now={now} onChanged={list.refetch} />}
    </GrowingList>
  )
}

function Entry({ contact, now, onChanged }: { contact: Contact; now: number; onChanged(): Promise<unknown> }) {
  const { id, name, email, game, currentRank, message, createdAt, answeredAt } = contact
  const change = useMutation({
    mutationFn: () => callApi(answeredAt ? markUnanswered : markAnswered, { params: { contactId: id } }),
    onSuccess: async () => {
      await onChanged()
      toast(
        answeredAt
          ? { title: 'Waiting again', description: `${name} is back among the open inquiries.` }
          : { title: 'Marked as answered', description: `${name} is no longer waiting.` },
      )
    },
    onError: (error) => toastError('Not saved', error),
  })
  return (
    <li className={entryLook}>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h3 className="display min-w-0 text-lg">{name}</h3>
          <Deadline contact={contact} now={now} />
        </div>
        <p className="figures mt-1 text-sm [overflow-wrap:anywhere]">
          {showDay(createdAt)}, {email}
        </p>
        <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          <div className="flex gap-2">
            <dt className="text-faint">Game</dt>
            <dd className="text-strong">{gameLabel(game)}</dd>
          </div>
          <div className="flex gap-2">
            <dt className="text-faint">Rank</dt>
            <dd className="text-strong">{currentRank ?? 'Not specified'}</dd>
          </div>
        </dl>
        <p className="mt-3 max-w-prose whitespace-pre-wrap text-strong [overflow-wrap:anywhere]">{message}</p>
      </div>
      <div className="flex flex-wrap items-start gap-3 lg:justify-end">
        <ButtonAnchor
          size="sm"
          variant="secondary"
          aria-label={`Reply to ${name}`}
          href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent('Your message to Level Up')}`}
        >
          <Mail aria-hidden className="size-4" /> Reply
        </ButtonAnchor>
        <Button
          size="sm"
          variant={answeredAt ? 'ghost' : 'primary'}
          busy={change.isPending}
          aria-label={answeredAt ? `Not answered: ${name}` : `Answered: ${name}`}
          onClick={() => change.mutate()}
        >
          {answeredAt ? 'Not answered' : 'Answered'}
        </Button>
      </div>
    </li>
  )
}

function Deadline({ contact: { createdAt, answeredAt }, now }: { contact: Contact; now: number }) {
  if (answeredAt) return <Badge>Answered {showDay(answeredAt)}</Badge>
  const left = Date.parse(createdAt) + promisedWithin - now
  if (left <= 0) return <Badge tone="bad">Overdue by {hoursAndMinutes(-left)}</Badge>
  return <Badge tone={left < 6 * 3_600_000 ? 'warn' : 'good'}>{hoursAndMinutes(left)} left</Badge>
}

function hoursAndMinutes(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.floor(hours / 24)} days`
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}

/** The time in epoch milliseconds, anew every half minute. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
