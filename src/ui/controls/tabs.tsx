import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '#src/ui/class-names.ts'
import { showCount } from '#src/ui/lists/show-count.ts'

type Tab = { value: string; label: ReactNode /** Shown beside the label. */; count?: number; content: ReactNode }

type TabsProps = {
  /** Names the list of tabs for screen readers. */
  label: string
  tabs: Tab[]
  /** The open tab, with `onChange`; without it the first is open at the start. */
  value?: string
  onChange?: (value: string) => void
  className?: string
}

/** Tabs with arrow-key movement. Only the open tab's content is rendered. */
export function Tabs({ label, tabs, value, onChange, className }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const counts = tabs.map(({ count }) => count).join()
  // An open tab further right than a phone is wide would not be seen, also once counts have moved it there.
  useEffect(() => {
    const row = list.current
    const open = row?.querySelector<HTMLElement>(value ? `[data-tab="${value}"]` : '[data-state="active"]')
    if (row && open) row.scrollLeft = open.offsetLeft - row.offsetLeft - 48
  }, [value, counts])
  return (
    <Radix.Root value={value} defaultValue={tabs[0]?.value} onValueChange={onChange} className={className}>
      <Radix.List ref={list} aria-label={label} className="flex gap-1 overflow-x-auto border-line border-b">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            data-tab={tab.value}
            className={cx(
              'tag -mb-px flex min-h-11 shrink-0 items-center gap-2 border-transparent border-b-3 px-4 text-soft outline-offset-[-3px]',
              'transition-colors hover:text-strong data-[state=active]:border-signal data-[state=active]:text-strong',
            )}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="figures rounded-sm bg-raised px-1.5 py-0.5">{showCount(tab.count)}</span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-6">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
