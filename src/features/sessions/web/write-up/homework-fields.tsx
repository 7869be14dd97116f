import { Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Drill } from '#src/features/sessions/write-up-contract.ts'
import { mostHomework } from '#src/features/sessions/write-ups.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import type { TypedHomework } from './typed-write-up.ts'

/** So many drills are offered before one asks for more. */
const fewDrills = 6

type HomeworkFieldsProps = {
  list: TypedHomework[]
  drills: Drill[]
  /** By `homework.0.text`. */
  problems: Record<string, string>
  onChange(list: TypedHomework[]): void
}

/** Homework: picked from the coach's drills, or typed, and then kept as a drill by a tick. */
export function HomeworkFields({ list, drills, problems, onChange }: HomeworkFieldsProps) {
  const [showsAll, setShowsAll] = useState(false)
  const free = drills.filter(({ text }) => !list.some((each) => each.text === text))
  const isFull = list.length >= mostHomework
  /** The place of the row that was added last. */
  const [added, setAdded] = useState<number | null>(null)
  function add(text = '', link = '') {
    setAdded(list.length)
    onChange([...list, { text, link, keep: false }])
  }
  const change = (place: number, part: Partial<TypedHomework>) =>
    onChange(list.map((each, i) => (i === place ? { ...each, ...part } : each)))
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium text-strong">
        Homework<span className="font-normal text-faint"> (optional)</span>
      </legend>
      {list.map((each, place) => (
        <HomeworkRow
          // Rows have nothing else of their own: what is typed is not unique.
          key={place}
          place={place}
          isAdded={place === added}
          homework={each}
          isDrill={drills.some(({ text }) => text === each.text.trim())}
          problems={problems}
          onChange={(part) => change(place, part)}
          onRemove={() => onChange(list.filter((_, i) => i !== place))}
        />
      ))}
      {problems.homework && <p className="text-bad text-sm">{problems.homework}</p>}
      {!isFull && (
        <div className="flex flex-wrap gap-2">
          {free.slice(0, showsAll ? undefined : fewDrills).map(({ text, link }) => (
            <Button
              key={text}
              variant="secondary"
              size="sm"
              className="max-w-full"
              aria-label={`Give the drill: ${text}`}
              onClick={() => add(text, link ?? '')}
            >
              <Plus aria-hidden className="size-4 shrink-0" /> <span className="truncate">{text}</span>
            </Button>
          ))}
          {!showsAll && free.length > fewDrills && (
            <Button variant="ghost" size="sm" onClick={() => setShowsAll(true)}>
              All {free.length} drills
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={() => add()}>
            <Plus aria-hidden className="size-4" /> {drills.length > 0 ? 'Something else' : 'Add homework'}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

type HomeworkRowProps = {
  place: number
  /** It came by a press just now. */
  isAdded: boolean
  homework: TypedHomework
  /** It is kept already. */
  isDrill: boolean
  problems: Record<string, string>
  onChange(part: Partial<TypedHomework>): void
  onRemove(): void
}

function HomeworkRow({ place, isAdded, homework, isDrill, problems, onChange, onRemove }: HomeworkRowProps) {
  const { text, link, keep } = homework
  // What was added is typed at once. A picked drill is not, but its button is gone: its row takes the focus.
  const [isNew] = useState(isAdded && text === '')
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAdded && !isNew) row.current?.focus()
  }, [isAdded, isNew])
  return (
    <div ref={row} tabIndex={-1} className="grid gap-2 rounded-md bg-raised p-3">
      <div className="flex items-end gap-2">
        <Field label={`Homework ${place + 1}`} error={problems[`homework.${place}.text`]} className="min-w-0 flex-1">
          <TextInput
            value={text}
            maxLength={200}
            autoComplete="off"
            autoFocus={isNew}
            onChange={({ target }) => onChange({ text: target.value })}
          />
        </Field>
        <Button variant="ghost" aria-label={`Remove homework ${place + 1}`} className="px-3!" onClick={onRemove}>
          <X aria-hidden className="size-5" />
        </Button>
      </div>
      <Field label="Link" optional error={problems[`homework.${place}.link`]}>
        <TextInput
          value={link}
          maxLength={300}
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          onChange={({ target }) => onChange({ link: target.value })}
        />
      </Field>
      {!isDrill && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input
            type="checkbox"
            checked={keep}
            onChange={({ target }) => onChange({ keep: target.checked })}
            className="size-5 shrink-0 accent-signal"
          />
          Keep it as a drill
        </label>
      )}
    </div>
  )
}
