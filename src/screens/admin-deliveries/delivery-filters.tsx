import type { DeliveryFilters } from '#src/features/notifications/contract.ts'
import { cx } from '#src/ui/class-names.ts'
import { Field, Select } from '#src/ui/controls/field.tsx'
import { SearchInput } from '#src/ui/controls/search-input.tsx'

const states = {
  ...{ '': 'All', queued: 'Queued', sent: 'Sent', failed: 'Failed' },
  ...{ superseded: 'Superseded', retried: 'Retried' },
} as const

type Counts = Record<'all' | 'queued' | 'sent' | 'failed' | 'superseded' | 'retried', number>

type DeliveryFilterBarProps = {
  filters: DeliveryFilters
  counts: Counts | undefined
  onChange(filters: DeliveryFilters): void
}

/** Search by recipient, mail or SMS, and the states with how many are in each. */
export function DeliveryFilterBar({ filters, counts, onChange }: DeliveryFilterBarProps) {
  return (
    <search className="grid grid-cols-[1fr_7rem] items-end gap-x-3 gap-y-4 sm:grid-cols-[1fr_9rem]">
      <Field label="Recipient">
        <SearchInput
          placeholder="E-mail or phone"
          maxLength={254}
          value={filters.to ?? ''}
          onChange={({ target }) => onChange({ ...filters, to: target.value || undefined })}
        />
      </Field>
      <Field label="Channel">
        <Select
          value={filters.channel ?? ''}
          onChange={({ target }) =>
            onChange({ ...filters, channel: (target.value || undefined) as DeliveryFilters['channel'] })
          }
        >
          <option value="">Any</option>
          <option value="mail">Mail</option>
          <option value="sms">SMS</option>
        </Select>
      </Field>
      {/* On a phone in columns: what the counts need moves no other row. */}
      <fieldset className="col-span-full grid min-w-0 grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        <legend className="sr-only">State</legend>
        {(Object.keys(states) as (keyof typeof states)[]).map((state) => (
          <button
            key={state}
            type="button"
            aria-pressed={(filters.state ?? '') === state}
            onClick={() => onChange({ ...filters, state: state || undefined })}
            className="tag touch inline-flex min-h-9 items-center justify-center gap-2 rounded-md border border-edge px-2.5 text-soft transition-colors hover:border-strong hover:text-strong aria-pressed:border-signal aria-pressed:bg-signal aria-pressed:text-ink"
          >
            {states[state]}
            <span
              className={cx('figures', state === 'failed' && !!counts?.failed && filters.state !== state && 'text-bad')}
            >
              {counts?.[state || 'all']}
            </span>
          </button>
        ))}
      </fieldset>
    </search>
  )
}
