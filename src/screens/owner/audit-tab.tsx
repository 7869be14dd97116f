import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { type Act, listAudit, listAuditPeople } from '#src/features/audit/contract.ts'
import { ownZone, showInstant } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, Select, TextInput } from '#src/ui/controls/field.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { GrowingList } from '#src/ui/lists/growing-list.tsx'
import { useList } from '#src/ui/lists/use-list.ts'

/** Dates are days of the reader's own zone, as the list shows its times. */
type Filters = { personId?: string; firstDay?: string; lastDay?: string }

/** Everything owners and admins did, newest first. */
export function AuditTab({ ownerId }: { ownerId: string }) {
  const [filters, setFilters] = useState<Filters>({})
  const { personId, firstDay, lastDay } = filters
  const list = useList(listAudit, ownerId, {
    personId,
    from: firstDay && startOf(firstDay, 0),
    before: lastDay && startOf(lastDay, 1),
  })
  const isFiltered = Object.values(filters).some(Boolean)
  return (
    <div className="grid gap-6">
      <AuditFilterBar ownerId={ownerId} filters={filters} onChange={setFilters} />
      <p aria-live="polite" className="figures text-sm">
        {list.total !== undefined && (list.total === 1 ? '1 entry' : `${list.total} entries`)}
      </p>
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
              Nobody changed anything on these days. Choose other days or another person.
            </EmptyState>
          ) : (
            <EmptyState icon={ScrollText} title="No changes yet">
              Every change that owners and admins make is recorded here for good.
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
    <search className="grid grid-cols-2 items-end gap-x-3 gap-y-4 sm:grid-cols-[14rem_10.5rem_10.5rem]">
      <Field label="Person" className="col-span-2 sm:col-span-1">
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
  const { personName, door, call, summary, about, createdAt } = act
  const zone = ownZone()
  return (
    <li className="grid gap-x-8 gap-y-2 border-line border-t py-4 first:border-t-0 first:pt-0 lg:grid-cols-[15rem_1fr_auto]">
      <div className="flex flex-wrap items-baseline gap-x-3 lg:block">
        <p className="font-semibold text-strong [overflow-wrap:anywhere]">{personName}</p>
        <p className="figures text-sm">{showInstant(createdAt, zone)}</p>
        {door === 'admin-login' && <p className="text-faint text-sm">by the admin login</p>}
      </div>
      <div className="min-w-0">
        <h3 className="text-strong">{summary}</h3>
        <p className="figures text-faint text-sm [overflow-wrap:anywhere]">{call}</p>
        <dl className="mt-1 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {Object.entries(about).map(([name, value]) => (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="text-faint">{name}</dt>
              <dd className="figures [overflow-wrap:anywhere]">{String(value)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p className="place-self-start">
        <Outcome status={act.status} />
      </p>
    </li>
  )
}

function Outcome({ status }: Pick<Act, 'status'>) {
  if (status === null) return <Badge tone="warn">No outcome</Badge>
  if (status < 400) return <Badge tone="good">Done</Badge>
  return status < 500 ? <Badge>Refused, {status}</Badge> : <Badge tone="bad">Failed, {status}</Badge>
}

/** Midnight, in the reader's zone, at the start of the day that many days after a date; undefined for half a date. */
function startOf(date: string, daysLater: number): string | undefined {
  const start = new Date(`${date}T00:00`)
  start.setDate(start.getDate() + daysLater)
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString()
}
