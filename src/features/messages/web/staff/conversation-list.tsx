import { MessagesSquare, SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { useSettled } from '#src/features/bookings/web/picker/use-settled.ts'
import { type Conversation, type Show, shows } from '#src/features/messages/conversations-contract.ts'
import { isSearchable } from '#src/shared/text/searchable.ts'
import { showMessageTime } from '#src/shared/times.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Field } from '#src/ui/controls/field.tsx'
import { SearchInput } from '#src/ui/controls/search-input.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { GrowingList } from '#src/ui/lists/growing-list.tsx'
import { useConversations, useWaiting } from './conversations-query.ts'

type ConversationListProps = {
  staffId: string
  /** The booking, application or inquiry whose conversation is open. */
  openId: string | null
  /** Where one reads it. */
  pathOf(conversation: Conversation): string
  /** What stands below those that wait: the recent bookings. */
  children: ReactNode
}

const labels: Record<Show, string> = { waiting: 'Waiting', mine: 'Mine', all: 'All' }
const noneYet: Record<Show, [title: string, text: string]> = {
  waiting: ['Nobody waits for us', 'Who writes and has no answer yet stands here.'],
  mine: ['You have taken none', 'Open a conversation and press Take it.'],
  all: ['No conversations yet', 'They begin with the first message.'],
}

/** The heading of the recent bookings, to which one gets past a long list of who waits. */
export const recentId = 'recent-bookings'

/**
 * The team's conversations: at first who waits for us, with the recent bookings below; then those alone, those one took, all, or
 * those with somebody. A second press on one of these leads back.
 */
export function ConversationList({ staffId, openId, pathOf, children }: ConversationListProps) {
  const [pressed, setPressed] = useState<Show | null>(null)
  const show = pressed ?? 'waiting'
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim())
  const isSearch = isSearchable(q)
  const list = useConversations(staffId, isSearch ? { show: 'all', q } : { show })
  const waiting = useWaiting(staffId)
  // The bookings come with what stands above them: nothing jumps.
  const isFirst = pressed === null && !isSearch && (list.items !== undefined || list.error !== null)
  const entry = (each: Conversation) => (
    <Entry key={each.threadId} conversation={each} isOpen={each.aboutId === openId} to={pathOf(each)} />
  )
  const [title, text] = isSearch ? ['Nobody found', 'Try another part of the name.'] : noneYet[show]
  const empty = (
    <EmptyState icon={isSearch ? SearchX : MessagesSquare} title={title} className="px-4 py-6">
      {text}
    </EmptyState>
  )
  return (
    <div className="grid min-w-0 gap-4">
      <Field label="Find a conversation">
        <SearchInput
          placeholder="Name or e-mail"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <fieldset aria-label="Which conversations" className="flex flex-wrap gap-2">
        {shows.map((each) => (
          <Button
            key={each}
            size="sm"
            variant={each === pressed && !isSearch ? 'primary' : 'secondary'}
            aria-pressed={each === pressed && !isSearch}
            onClick={() => {
              setTyped('')
              setPressed(each === pressed && !isSearch ? null : each)
            }}
          >
            {each === 'waiting' && waiting > 0 ? `${waiting} waiting` : labels[each]}
          </Button>
        ))}
      </fieldset>
      {isFirst ? (
        <>
          {(list.error || !!list.items?.length) && (
            <section aria-labelledby="waiting" className="border-line border-b pb-4">
              <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 pb-1">
                <h2 id="waiting">
                  <Badge tone="warn">{waiting} waiting for an answer</Badge>
                </h2>
                <a
                  href={`#${recentId}`}
                  className="touch inline-flex min-h-6 items-center text-sm underline underline-offset-4"
                >
                  Recent bookings below
                </a>
              </div>
              <GrowingList label="Waiting for an answer" list={list} empty={empty}>
                {entry}
              </GrowingList>
            </section>
          )}
          <div className="min-w-0">{children}</div>
        </>
      ) : (
        <div className="min-w-0">
          <GrowingList label="Conversations" list={list} empty={empty}>
            {entry}
          </GrowingList>
        </div>
      )}
    </div>
  )
}

function Entry({ conversation, isOpen, to }: { conversation: Conversation; isOpen: boolean; to: string }) {
  const [, navigate] = useLocation()
  const zone = useRoomZone()
  const { name, about, last, unread, waitingSince, isTheirTurn, assignee } = conversation
  return (
    <li className="[contain-intrinsic-size:auto_7rem] [content-visibility:auto]">
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={() => navigate(to)}
        className="w-full rounded-md px-4 py-3 text-left outline-offset-[-3px] transition-colors hover:bg-raised aria-[current]:bg-raised"
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 truncate font-semibold text-strong">{name}</span>
          <time dateTime={last.at} className="figures shrink-0 text-faint text-sm">
            {showMessageTime(last.at, zone)}
          </time>
        </span>
        <span className="figures block truncate text-sm">{about}</span>
        <span className="block truncate text-sm">
          <span className="text-faint">{last.name}:</span> {last.content}
        </span>
        <span className="mt-1 flex flex-wrap gap-2">
          {waitingSince && <Badge tone="warn">Waits for us</Badge>}
          {isTheirTurn && <Badge>Waits for them</Badge>}
          {unread > 0 && <Badge tone="signal">{unread > 99 ? '99+' : unread} new</Badge>}
          {assignee && <Badge tone={assignee.isMe ? 'good' : 'neutral'}>{whoHas(assignee)}</Badge>}
        </span>
      </button>
    </li>
  )
}

/** `'You have it'` */
export function whoHas({ isMe, name }: NonNullable<Conversation['assignee']>): string {
  return isMe ? 'You have it' : `${name} has it`
}
