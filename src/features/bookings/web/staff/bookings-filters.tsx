import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { statusLabels } from '#src/features/bookings/life-cycle.ts'
import { bookingStatuses } from '#src/features/bookings/rules.ts'
import { type BookingFilters, bookingSorts, listUnpublishedCoaches } from '#src/features/bookings/staff-contract.ts'
import { coachesQuery } from '#src/features/coaches/web/coaches-query.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, Select, TextInput } from '#src/ui/controls/field.tsx'
import { SearchInput } from '#src/ui/controls/search-input.tsx'
import { bookingsKey } from './bookings-query.ts'

/** How the list is sorted, in words. */
export const sortLabels = { 'latest-session': 'Latest session', 'soonest-session': 'Soonest session' }

type BookingsFilterBarProps = {
  filters: BookingFilters
  onChange(filters: BookingFilters): void
  /** Whether this person may see bookings, as far as is known. */
  isAllowed: boolean
  /** Buttons for the whole list. */
  children: ReactNode
}

/** Search, and what else narrows the list of bookings down. An empty field does not count. */
export function BookingsFilterBar({ filters, onChange, isAllowed, children }: BookingsFilterBarProps) {
  const { data: published = [] } = useQuery({ ...coachesQuery, enabled: isAllowed })
  const { data: unpublished = [] } = useQuery({
    queryKey: [...bookingsKey, 'unpublished-coaches'],
    queryFn: () => callApi(listUnpublishedCoaches),
    enabled: isAllowed,
    staleTime: 0,
  })
  const choices = [
    ...published.map(({ id, name }) => ({ id, name })),
    ...unpublished.map(({ id, name }) => ({ id, name: `${name} (not published)` })),
  ].sort((one, other) => one.name.localeCompare(other.name))
  const set = (name: keyof BookingFilters) => (event: { target: { value: string } }) =>
    onChange({ ...filters, [name]: event.target.value || undefined })
  const [isOpen, setIsOpen] = useState(false)
  // On phones the rest comes on demand, so that the bookings are on the first screen.
  const onDemand = isOpen ? '' : 'max-sm:hidden'
  const isFiltered = Object.values(filters).some(Boolean)

  return (
    <search className="grid grid-cols-2 items-end gap-x-3 gap-y-4 lg:grid-cols-5">
      <Field label="Search" className="col-span-2 lg:col-span-full">
        <SearchInput
          placeholder="Name, e-mail, coach, booking LU-…"
          maxLength={200}
          value={filters.q ?? ''}
          onChange={set('q')}
        />
      </Field>
      <Field label="Status" className={onDemand}>
        <Select value={filters.status ?? ''} onChange={set('status')}>
          <option value="">Any</option>
          {bookingStatuses.map((status) => (
            <option key={status} value={status}>
              {statusLabels[status]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Coach" className={onDemand}>
        <Select value={filters.coachId ?? ''} onChange={set('coachId')}>
          <option value="">Any</option>
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Session from" className={onDemand}>
        <TextInput type="date" max={filters.to} value={filters.from ?? ''} onChange={set('from')} />
      </Field>
      <Field label="Session until" className={onDemand}>
        <TextInput type="date" min={filters.from} value={filters.to ?? ''} onChange={set('to')} />
      </Field>
      <Field label="Sort by" className={onDemand}>
        <Select value={filters.sort ?? ''} onChange={set('sort')}>
          <option value="">Booked last</option>
          {bookingSorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortLabels[sort]}
            </option>
          ))}
        </Select>
      </Field>
      {/* On phones its three buttons stand in one line, whichever font is there. */}
      <div className="col-span-full flex flex-wrap items-center gap-x-2 gap-y-3 max-sm:[&_button]:px-2.5 sm:gap-3">
        {children}
        <Button
          variant="secondary"
          size="sm"
          aria-expanded={isOpen}
          className="sm:hidden"
          onClick={() => setIsOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden className="size-4" /> Filters
        </Button>
        {isFiltered && (
          <Button variant="ghost" size="sm" onClick={() => onChange({})}>
            Clear filters
          </Button>
        )}
      </div>
    </search>
  )
}
