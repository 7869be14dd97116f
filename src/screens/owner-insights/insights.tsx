import { useState } from 'react'
import { useLocation } from 'wouter'
import { useRequireLogin } from '#src/features/accounts/web/use-account.ts'
import {
  type Stretch,
  type StretchName,
  stretches,
  stretchOf,
  useInsights,
} from '#src/features/insights/web/insights-query.ts'
import { Pictures } from '#src/features/insights/web/pictures.tsx'
import { Totals } from '#src/features/insights/web/totals.tsx'
import { ownZone, showZone, todayIn } from '#src/shared/times.ts'
import { AccessDenied } from '#src/shell/access-denied.tsx'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { errorText, HttpError } from '#src/ui/call-api.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'

/** The owner's figures over a stretch of time, kept in the address: `?days=30`, or `?from=…&to=…`. */
export default function InsightsPage() {
  const user = useRequireLogin()
  const search = useSearch()
  const [, navigate] = useLocation()
  // Which zone the business is in, only the answer tells: near midnight its day may be another one than ours.
  const [zone, setZone] = useState(ownZone)
  const today = todayIn(zone)
  const name = stretches.find((each) => each.name === search.get('days'))?.name
  const [from, to] = [search.get('from'), search.get('to')]
  const isCustom = !name && from !== null && to !== null
  const stretch = isCustom ? { from, to } : stretchOf(name ?? '30', today)
  const { data, error, isPlaceholderData, refetch } = useInsights(user?.id, stretch)
  if (data && data.zone !== zone) setZone(data.zone)
  if (error instanceof HttpError && error.status === 403) return <AccessDenied />

  const go = (query: Record<string, string>) =>
    navigate(`/owner/insights?${new URLSearchParams(query)}`, { replace: true })
  return (
    <SiteFrame>
      <div className="wrap py-8 lg:py-12">
        <AppLink to="/owner" className="touch inline-flex items-center underline">
          Owner Dashboard
        </AppLink>
        <h1 className="display mt-2 text-xl">Insights</h1>
        <StretchPicker
          key={`${stretch.from} ${stretch.to}`}
          stretch={stretch}
          chosen={isCustom ? undefined : (name ?? '30')}
          today={today}
          onName={(days) => go({ days })}
          onStretch={go}
        />
        {error && (
          <Alert tone="bad" title="The figures could not be loaded" className="mt-6">
            {errorText(error)}{' '}
            <Button size="sm" variant="secondary" onClick={() => refetch()}>
              Try again
            </Button>
          </Alert>
        )}
        {data ? (
          <div aria-busy={isPlaceholderData} className={`mt-6 grid gap-4 ${isPlaceholderData ? 'opacity-60' : ''}`}>
            <p className="text-sm">Days of {showZone(data.zone)}. Money counts on the day it moved.</p>
            <Totals totals={data.totals} previous={data.previous} />
            <Pictures insights={data} />
          </div>
        ) : (
          !error && <ToCome />
        )}
      </div>
    </SiteFrame>
  )
}

type StretchPickerProps = {
  stretch: Stretch
  chosen: StretchName | undefined
  today: string
  onName(name: StretchName): void
  onStretch(stretch: Stretch): void
}

function StretchPicker({ stretch, chosen, today, onName, onStretch }: StretchPickerProps) {
  const [from, setFrom] = useState(stretch.from)
  const [to, setTo] = useState(stretch.to)
  const isBackwards = from !== '' && to !== '' && from > to
  return (
    <div className="mt-4 flex flex-wrap items-end gap-x-6 gap-y-4">
      <fieldset aria-label="Days" className="flex flex-wrap gap-2">
        {stretches.map(({ name, label }) => (
          <Button
            key={name}
            size="sm"
            variant={name === chosen ? 'primary' : 'secondary'}
            aria-pressed={name === chosen}
            onClick={() => onName(name)}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <Form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (from && to && !isBackwards) onStretch({ from, to })
        }}
      >
        <Field label="From">
          <TextInput type="date" value={from} max={today} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label="To" error={isBackwards ? 'Must not be before the first day' : undefined}>
          <TextInput type="date" value={to} onChange={(event) => setTo(event.target.value)} />
        </Field>
        <Button type="submit" variant="secondary">
          Show
        </Button>
      </Form>
    </div>
  )
}

function ToCome() {
  return (
    <div className="mt-6 grid gap-4">
      <p role="status" className="sr-only">
        Loading the figures
      </p>
      <Skeleton className="h-28" />
      <div className="grid gap-4 lg:grid-cols-2">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-80" />
        ))}
      </div>
    </div>
  )
}
