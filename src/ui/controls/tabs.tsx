import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useId, useRef } from 'react'
import { cx } from '#src/ui/class-names.ts'
import { showCount } from '#src/ui/lists/show-count.ts'

type Tab = {
  value: string
  label: ReactNode
  /** How many there are: a plain figure beside the label. */
  count?: number
  /** What is to be done there, in words: a coloured badge. */
  waiting?: string
  content: ReactNode
}

type TabsProps = {
  /** Names the list of tabs for screen readers. */
  label: string
  tabs: Tab[]
  /** The open tab. */
  value: string
  /** Told when another one is chosen. */
  onChange(value: string): void
  className?: string
}

/**
 * Tabs with arrow-key movement (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/). Only the open tab's content is rendered.
 * Ours, since a library's weighs more than what a room shows first.
 */
export function Tabs({ label, tabs, value: open, onChange, className }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // The tab answers at once; its content may take a phone a moment, and the last one stays that long.
  const shown = useDeferredValue(open)
  const counts = tabs.map(({ count, waiting }) => [count, waiting]).join()
  const tabOf = (value: string) => list.current?.querySelector<HTMLElement>(`[data-tab="${value}"]`)
  // An open tab further right than a phone is wide would not be seen, also once counts have moved it there.
  useEffect(() => {
    const row = list.current
    const tab = row?.querySelector<HTMLElement>('[aria-selected=true]')
    if (row && tab) row.scrollLeft = tab.offsetLeft - row.offsetLeft - 48
  }, [open, counts])

  function choose(value: string) {
    if (value !== open) onChange(value)
  }

  function moveOn(event: KeyboardEvent) {
    const at = tabs.findIndex(({ value }) => value === open)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const next = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (!next) return
    event.preventDefault()
    tabOf(next.value)?.focus()
    choose(next.value)
  }

  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={moveOn}
        className="tab-row gap-x-1 border-line border-b lg:flex-wrap lg:gap-x-0"
      >
        {tabs.map(({ value, label, count, waiting }) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`${id}${value}`}
            data-tab={value}
            aria-selected={value === open}
            aria-controls={value === shown ? `${id}panel` : undefined}
            tabIndex={value === open ? 0 : -1}
            onClick={() => choose(value)}
            className={cx(
              'tag -mb-px flex min-h-11 shrink-0 items-center gap-2 border-transparent border-b-3 px-3 text-soft lg:px-2.5 outline-offset-[-3px]',
              'transition-colors hover:text-strong aria-selected:border-signal aria-selected:text-strong',
            )}
          >
            {label}
            {count !== undefined && <span className="figures text-soft">{showCount(count)}</span>}
            {waiting && <span className="figures rounded-sm bg-warn-deep px-1.5 py-0.5 text-warn">{waiting}</span>}
          </button>
        ))}
      </div>
      <div
        key={shown}
        role="tabpanel"
        id={`${id}panel`}
        aria-labelledby={`${id}${shown}`}
        // So that Tab leads from the tabs to what they show.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        className="pt-6"
      >
        {tabs.find(({ value }) => value === shown)?.content}
      </div>
    </div>
  )
}
