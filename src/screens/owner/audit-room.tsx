import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import {
  type Act,
  type AuditKind,
  auditKinds,
  exportAudit,
  listAudit,
  listAuditPeople,
  type Thing,
  thingOf,
} from '#src/features/audit/contract.ts'
import { useSettled } from '#src/features/bookings/web/picker/use-settled.ts'
import { showHours } from '#src/shared/text/sentences.ts'
import { showInstant } from '#src/shared/times.ts'
import { callApi, fetchCall } from '#src/ui/call-api.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { ExportCsv } from '#src/ui/controls/export-csv.tsx'
import { Field, Select, TextInput } from '#src/ui/controls/field.tsx'
import { SearchInput } from '#src/ui/controls/search-input.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { GrowingList } from '#src/ui/lists/growing-list.tsx'
import { useList } from '#src/ui/lists/use-list.ts'

/** Dates are days of the room's clock, as the list shows its times. */
type Filters = { q?: string; kind?: AuditKind; personId?: string; firstDay?: string; lastDay?: string }

/** Everything owners and admins did, and what coaches called off or wrote up, newest first. */
export function AuditRoom({ ownerId }: { ownerId: string }) {
  const [filters, setFilters] = useState<Filters>({})
  const zone = useRoomZone()
  const isFiltered = Object.values(filters).some(Boolean)
  const { firstDay, lastDay, ...rest } = useSettled(filters, isFiltered ? 250 : 0)
  const wanted = { ...rest, from: firstDay && startOf(firstDay, 0, zone), before: lastDay && startOf(lastDay, 1, zone) }
  const list = useList(listAudit, ownerId, wanted)
  return (
    <div className="grid gap-6">
      <AuditFilterBar ownerId={ownerId} filters={filters} onChange={setFilters} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p aria-live="polite" className="figures text-sm">
          {list.total !== undefined && (list.total === 1 ? '1 entry' : `${list.total} entries`)}
        </p>
        <ExportCsv size="sm" exportFile={(separator) => fetchCall(exportAudit, { query: { ...wanted, separator } })} />
      </div>
      <GrowingList
        label="Audit"
        list={list}
        empty={
          isFiltered ? (
            <EmptyState
              icon={ScrollText}
              title="No entries found"
              action={
                <Button variant="secondary" size="sm" onClick={() => setFilters({})}>
                  Clear filters
                </Button>
              }
            >
              Nobody did such a thing. Choose other words, days, or another person.
            </EmptyState>
          ) : (
            <EmptyState icon={ScrollText} title="No changes yet">
              Every change that owners and admins make, and what coaches call off or write up, is recorded here for
              good.
            </EmptyState>
          )
        }
      >
        {(act) => <Entry key={act.id} act={act} />}
      </GrowingList>
    </div>
  )
}

type AuditFilterBarProps = { ownerId: string; filters: Filters; onChange(filters: Filters): void }

function AuditFilterBar({ ownerId, filters, onChange }: AuditFilterBarProps) {
  const { data: people = [] } = useQuery({
    queryKey: [listAuditPeople.path, ownerId],
    queryFn: () => callApi(listAuditPeople),
    staleTime: 0,
    // The list says what is wrong.
    meta: { quiet: true },
  })
  const set = (name: keyof Filters) => (event: { target: { value: string } }) =>
    onChange({ ...filters, [name]: event.target.value || undefined })
  return (
    <search className="grid grid-cols-2 items-end gap-x-3 gap-y-4 lg:grid-cols-[1fr_11rem_11rem_10.5rem_10.5rem]">
      <Field label="Search" className="col-span-2 lg:col-span-1">
        <SearchInput placeholder="Player, coach, reason" maxLength={200} value={filters.q ?? ''} onChange={set('q')} />
      </Field>
      <Field label="Kind">
        <Select value={filters.kind ?? ''} onChange={set('kind')}>
          <option value="">Any</option>
          {Object.entries(auditKinds).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Person">
        <Select value={filters.personId ?? ''} onChange={set('personId')}>
          <option value="">Everybody</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="First day">
        <TextInput type="date" max={filters.lastDay} value={filters.firstDay ?? ''} onChange={set('firstDay')} />
      </Field>
      <Field label="Last day">
        <TextInput type="date" min={filters.firstDay} value={filters.lastDay ?? ''} onChange={set('lastDay')} />
      </Field>
    </search>
  )
}

function Entry({ act }: { act: Act }) {
  const { personName, door, call, summary, sentence, about, createdAt } = act
  const zone = useRoomZone()
  const words = sentence ? `${personName} ${showHours(sentence, zone)}` : `${personName}: ${summary}`
  const path = pathOf(act)
  return (
    <li className="grid gap-x-8 gap-y-1 border-line border-t py-4 first:border-t-0 first:pt-0 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p className="text-strong [overflow-wrap:anywhere]">
          {act.status !== null && act.status >= 400 && 'Not done: '}
          {path ? (
            <AppLink to={path} className="touch underline decoration-line underline-offset-4 hover:decoration-signal">
              {words}
            </AppLink>
          ) : (
            <LinkedNumbers words={words} />
          )}
        </p>
        <p className="figures text-sm">
          {showInstant(createdAt, zone)}
          {door === 'admin-login' && ', by the admin login'}
        </p>
        <details className="text-faint text-sm">
          <summary className="touch min-h-6 w-fit cursor-pointer py-0.5">Call and ids</summary>
          <p className="figures [overflow-wrap:anywhere]">{call}</p>
          <dl className="flex flex-wrap gap-x-6 gap-y-1">
            {Object.entries(about).map(([name, value]) => (
              <div key={name} className="flex flex-wrap gap-x-2">
                <dt>{name}</dt>
                <dd className="figures [overflow-wrap:anywhere]">{String(value)}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
      <p className="place-self-start">
        <Outcome status={act.status} />
      </p>
    </li>
  )
}

/** A sentence in which each number of a booking leads to it. */
function LinkedNumbers({ words }: { words: string }) {
  return words.split(/(LU-\w{4,8})/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <AppLink
        key={index}
        to={`/owner?q=${part}`}
        className="figures whitespace-nowrap underline decoration-line underline-offset-4 hover:decoration-signal"
      >
        {part}
      </AppLink>
    ),
  )
}

/** Where an act can be followed: the booking it is about before all else; undefined: nowhere, or its sentence leads to several. */
function pathOf({ call, about }: Act): string | undefined {
  if (about.booking1Id) return undefined
  const things = new Map(Object.entries(about).map(([idName, id]) => [thingOf(call, idName), id]))
  if (things.has('booking')) return `/owner?booking=${things.get('booking')}`
  const person = things.get('user') ?? things.get('player')
  if (person) return `/people/${person}`
  for (const [thing, path] of Object.entries(roomOf)) if (things.has(thing as Thing)) return path
}

const roomOf: Partial<Record<Thing, string>> = {
  coach: '/owner?tab=coaches',
  contact: '/owner?tab=contacts',
  thread: '/owner?tab=messages',
  rating: '/owner?tab=ratings',
  story: '/owner?tab=stories',
  claim: '/owner?tab=money',
  problem: '/owner?tab=money',
  delivery: '/admin-deliveries',
}

function Outcome({ status }: Pick<Act, 'status'>) {
  if (status === null) return <Badge tone="warn">No outcome</Badge>
  if (status < 400) return <Badge tone="good">Done</Badge>
  return status < 500 ? <Badge>Refused, {status}</Badge> : <Badge tone="bad">Failed, {status}</Badge>
}

/** Midnight in a zone, at the start of the day that many days after a date; undefined for half a date. */
function startOf(date: string, daysLater: number, zone: string): string | undefined {
  const midnight = Date.parse(`${date}T00:00Z`) + daysLater * 24 * 3_600_000
  if (Number.isNaN(midnight)) return
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  /** What that clock shows at an instant, as if it were UTC's. */
  const shown = (instant: number) => Date.parse(`${clock.format(instant).replace(' ', 'T')}Z`)
  const near = midnight - (shown(midnight) - midnight)
  // Once more, since clocks may change on that day.
  return new Date(near - (shown(near) - midnight)).toISOString()
}
