import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useRequireLogin } from '#src/features/accounts/web/use-account.ts'
import {
  type Stretch,
  type StretchName,
  showStretch,
  stretches,
  stretchOf,
  useInsights,
} from '#src/features/insights/web/insights-query.ts'
import { Pictures } from '#src/features/insights/web/pictures.tsx'
import { Totals } from '#src/features/insights/web/totals.tsx'
import { businessZone, dateIn, showZone } from '#src/shared/times.ts'
import { AccessDenied } from '#src/shell/access-denied.tsx'
import { StaffFrame } from '#src/shell/staff-frame.tsx'
import { errorText, HttpError } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { announce } from '#src/ui/feedback/announce.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { serverNow } from '#src/ui/server-clock.ts'

/** The owner's figures over a stretch of time, kept in the address: `?days=30`, or `?from=…&to=…`. */
export default function InsightsPage() {
  const user = useRequireLogin()
  const search = useSearch()
  const [, navigate] = useLocation()
  const today = dateIn(businessZone(), serverNow())
  const name = stretches.find((each) => each.name === search.get('days'))?.name
  const [from, to] = [search.get('from'), search.get('to')]
  const isCustom = !name && from !== null && to !== null
  const stretch = isCustom ? { from, to } : stretchOf(name ?? '30', today)
  const { data, error, isPlaceholderData, refetch } = useInsights(user?.id, stretch)
  const words = data && !isPlaceholderData ? `Figures for ${showStretch(stretch)}` : ''
  useEffect(() => {
    if (words) return announce(words)
  }, [words])
  if (error instanceof HttpError && error.status === 403) return <AccessDenied />

  const go = (query: Record<string, string>) =>
    navigate(`/owner/insights?${new URLSearchParams(query)}`, { replace: true })
  return (
    <StaffFrame>
      <div className="wrap py-8 lg:py-12">
        <h1 className="display text-xl">Insights</h1>
        <StretchPicker
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
            <p className="text-sm">{figuresHint(data.zone)}</p>
            <Totals totals={data.totals} previous={data.previous} />
            <Pictures insights={data} />
          </div>
        ) : (
          !error && <ToCome />
        )}
      </div>
    </StaffFrame>
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
  const [{ from, to }, setTyped] = useState(stretch)
  const [shown, setShown] = useState(stretch)
  if (stretch.from !== shown.from || stretch.to !== shown.to) {
    setShown(stretch)
    setTyped(stretch)
  }
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
          <TextInput
            type="date"
            value={from}
            max={today}
            onChange={(event) => setTyped({ from: event.target.value, to })}
          />
        </Field>
        <Field label="To" error={isBackwards ? 'Must not be before the first day' : undefined}>
          <TextInput type="date" value={to} onChange={(event) => setTyped({ from, to: event.target.value })} />
        </Field>
        <Button type="submit" variant="secondary">
          Show
        </Button>
      </Form>
    </div>
  )
}

function figuresHint(zone: string): string {
  return `Days of ${showZone(zone)}. Money counts on the day it moved. “With the bank” is what players’ banks hold back or took back.`
}

function ToCome() {
  return (
    <div className="mt-6 grid gap-4">
      <p role="status" className="sr-only">
        Loading the figures
      </p>
      {/* As high as what comes; no zone of its own, since the server's HTML has it, too. */}
      <p aria-hidden className="invisible text-sm">
        {figuresHint('UTC')}
      </p>
      <Skeleton className="h-94 md:h-56 xl:h-32" />
      <div className="grid gap-4 lg:grid-cols-2">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-91" />
        ))}
      </div>
    </div>
  )
}
