import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { useSettled } from '#src/features/bookings/web/picker/use-settled.ts'
import { type FoundKind, foundKinds, searchDesk } from '#src/features/desk/contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { isSearchable, typeMore } from '#src/shared/text/searchable.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { useGo } from '#src/ui/controls/app-link.tsx'
import { Dialog } from '#src/ui/controls/dialog.tsx'
import { Field } from '#src/ui/controls/field.tsx'
import { SearchInput } from '#src/ui/controls/search-input.tsx'

type Found = CallReply<typeof searchDesk>[number]

const kindLabels: Record<FoundKind, string> = {
  person: 'People',
  booking: 'Bookings',
  conversation: 'Conversations',
  payment: 'Payments',
  application: 'Applications',
  coach: 'Coaches',
  delivery: 'Mails and SMS',
}

/** Finds what the team works with, and leads there: arrow keys choose, Enter opens (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). */
export default function StaffSearch({ userId, onClose }: { userId: string; onClose(): void }) {
  const id = useId()
  const go = useGo()
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const q = useSettled(typed.trim(), 200)
  const zone = useRoomZone()
  const { data, error, isFetching } = useQuery({
    queryKey: [searchDesk.path, userId, q, zone],
    queryFn: ({ signal }) => callApi(searchDesk, { query: { q, zone } }, { signal }),
    enabled: isSearchable(q),
    staleTime: 0,
    placeholderData: (previous, query) => (query?.queryKey[1] === userId ? previous : undefined),
    meta: { quiet: true },
  })
  const isShort = !isSearchable(typed.trim())
  const found = isShort ? [] : (data ?? [])
  const chosen = found[Math.min(active, found.length - 1)]
  const optionId = (each: Found) => `${id}${each.kind}${each.id}`

  function open({ to }: Found) {
    onClose()
    void go(to)
  }

  function move(event: KeyboardEvent) {
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      return open(chosen)
    }
    const at = chosen ? found.indexOf(chosen) : -1
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key]
    if (next === undefined || found.length === 0) return
    event.preventDefault()
    const to = (next + found.length) % found.length
    setActive(to)
    list.current?.querySelectorAll('[role=option]')[to]?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <Dialog title="Search" onClose={onClose}>
      <Field label="Name, e-mail, booking or payment number">
        <SearchInput
          autoFocus
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={chosen && optionId(chosen)}
          aria-autocomplete="list"
          autoComplete="off"
          maxLength={200}
          value={typed}
          onKeyDown={move}
          onChange={(event) => {
            setTyped(event.target.value)
            setActive(0)
          }}
        />
      </Field>
      <p role="status" className="mt-2 min-h-6 text-sm">
        {error && !isShort ? errorText(error) : stateText(isShort, isFetching || q !== typed.trim(), found.length)}
      </p>
      <div ref={list} id={`${id}list`} role="listbox" aria-label="Found" className="mt-2 grid gap-4">
        {foundKinds.map((kind) => {
          const ofKind = found.filter((each) => each.kind === kind)
          if (ofKind.length === 0) return null
          return (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, which a fieldset cannot be
            <div key={kind} role="group" aria-labelledby={`${id}${kind}`}>
              <p id={`${id}${kind}`} className="tag px-3 pb-1 text-faint">
                {kindLabels[kind]}
              </p>
              {ofKind.map((each) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the keys are the input's, which has the focus
                <div
                  key={each.id}
                  id={optionId(each)}
                  role="option"
                  aria-selected={each === chosen}
                  onClick={() => open(each)}
                  className="min-h-11 cursor-pointer rounded-md px-3 py-1.5 hover:bg-raised aria-selected:bg-raised"
                >
                  <span className="block font-semibold text-strong [overflow-wrap:anywhere]">{each.title}</span>
                  <span className="figures block text-sm [overflow-wrap:anywhere]">{each.text}</span>
                </div>
              ))}
            </div>
          )
        })}
      </div>
    </Dialog>
  )
}

function stateText(isShort: boolean, isSearching: boolean, count: number): string {
  if (isShort) return `${typeMore}.`
  if (isSearching) return 'Searching'
  if (count === 0) return 'Nothing found. Try fewer letters.'
  return `${count} found`
}
