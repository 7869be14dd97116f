import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Inbox, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { type Contact, type listContacts, markAnswered, markUnanswered } from '#src/features/contacts/contract.ts'
import { TimeLeft } from '#src/features/desk/web/time-left.tsx'
import { conversationsKey } from '#src/features/messages/web/staff/conversations-query.ts'
import { gameLabel } from '#src/shared/games.ts'
import { showDay } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { entryLook, GrowingList } from '#src/ui/lists/growing-list.tsx'
import type { useList } from '#src/ui/lists/use-list.ts'
import { useNow } from '#src/ui/use-now.ts'
import { PassOn } from './pass-on.tsx'

/** What the contact form promises (CONTACT-1), in milliseconds. */
const promisedWithin = 24 * 3_600_000

/** The inquiries with the time left to answer each. */
export function ContactsTab({ list }: { list: ReturnType<typeof useList<typeof listContacts>> }) {
  const now = useNow()
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
  const { id, name, email, game, currentRank, message, coachName, createdAt, answeredAt } = contact
  const client = useQueryClient()
  const zone = useRoomZone()
  const change = useMutation({
    mutationFn: () => callApi(answeredAt ? markUnanswered : markAnswered, { params: { contactId: id } }),
    onSuccess: async () => {
      await Promise.all([onChanged(), client.invalidateQueries({ queryKey: conversationsKey })])
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
          {showDay(createdAt, zone)}, {email}
        </p>
        <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {coachName && <Fact term="Asks about">{coachName}</Fact>}
          <Fact term="Game">{gameLabel(game)}</Fact>
          <Fact term="Rank">{currentRank ?? 'Not specified'}</Fact>
        </dl>
        <p dir="auto" className="mt-3 max-w-prose whitespace-pre-wrap text-strong [overflow-wrap:anywhere]">
          {message}
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-3 lg:justify-end">
        <PassOn contact={contact} />
        <ButtonLink
          size="sm"
          variant="secondary"
          aria-label={`Reply to ${name}`}
          to={`/owner?tab=messages&inquiry=${id}`}
        >
          <Mail aria-hidden className="size-4" /> Reply
        </ButtonLink>
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

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex gap-2">
      <dt className="text-faint">{term}</dt>
      <dd className="text-strong">{children}</dd>
    </div>
  )
}

function Deadline({ contact: { createdAt, answeredAt }, now }: { contact: Contact; now: number }) {
  const zone = useRoomZone()
  if (answeredAt) return <Badge>Answered {showDay(answeredAt, zone)}</Badge>
  return <TimeLeft dueBy={Date.parse(createdAt) + promisedWithin} now={now} />
}
