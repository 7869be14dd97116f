import { SlidersHorizontal } from 'lucide-react'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { FreeTimeSelect } from '#src/features/bookings/web/picker/free-time-select.tsx'
import { rungName } from '#src/features/coaches/web/directory/coach-filter.ts'
import {
  type DirectoryFilter,
  type DirectoryOrder,
  isSameTag,
  maxWords,
} from '#src/features/coaches/web/directory/directory-filter.ts'
import { games, playedGames } from '#src/shared/games.ts'
import { type Language, languageNames } from '#src/shared/languages.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, Select } from '#src/ui/controls/field.tsx'
import { SearchInput } from '#src/ui/controls/search-input.tsx'

type DirectoryFiltersProps = {
  filter: DirectoryFilter
  order: DirectoryOrder
  /** Specialties to choose from. */
  tags: string[]
  /** Languages to choose from. */
  languages: Language[]
  /** Somebody is about to use them. */
  onNear(): void
  onType(words: string): void
  onStopTyping(): void
  onChoose(part: Partial<DirectoryFilter>): void
  onSort(order: DirectoryOrder): void
}

/** Words to search for, and what else narrows the directory down. */
export function DirectoryFilters(props: DirectoryFiltersProps) {
  const { filter, order, tags, languages, onNear, onType, onStopTyping, onChoose, onSort } = props
  const [isOpen, setOpen] = useState(false)
  // On phones all but the search come on demand, so that coaches are on the first screen.
  const onDemand = isOpen ? '' : 'max-sm:hidden'
  const chosen = [filter.game, filter.from, filter.rank, filter.free, filter.language].filter(Boolean).length
  // One from a shared address stays an option.
  const spoken = [...new Set([...languages, ...(filter.language ? [filter.language] : [])])]
  const select = (name: 'game' | 'from' | 'rank' | 'language') => ({
    value: filter[name],
    onChange: ({ target }: React.ChangeEvent<HTMLSelectElement>) => onChoose({ [name]: target.value }),
  })
  const rungs = (lowest: number, highest: number) =>
    Array.from({ length: highest - lowest + 1 }, (_, i) => (
      <option key={lowest + i} value={lowest + i}>
        {rungName(lowest + i, filter.game)}
      </option>
    ))
  return (
    <search
      aria-label="Find coaches"
      onFocus={onNear}
      className="grid grid-cols-2 items-end gap-x-3 gap-y-4 sm:grid-cols-3 lg:grid-cols-5 lg:gap-x-4 noscript:hidden"
    >
      <div className="col-span-full flex items-end gap-3 lg:col-span-4">
        <Field label="Search" className="min-w-0 flex-1">
          <WordsInput words={filter.q} onType={onType} onBlur={onStopTyping} />
        </Field>
        <Button
          variant="secondary"
          className="shrink-0 px-4 sm:hidden"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden className="size-4" /> Filters{chosen > 0 && ` (${chosen})`}
        </Button>
      </div>
      <Field label="Sort by" className={onDemand}>
        <Select value={order} onChange={({ target }) => onSort(target.value as DirectoryOrder)}>
          <option value="rating">Best rated</option>
          <option value="free">Free soonest</option>
        </Select>
      </Field>
      <Field label="Game" className={onDemand}>
        <Select {...select('game')}>
          <option value="">Any game</option>
          {playedGames.map((game) => (
            <option key={game} value={game}>
              {games[game].label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="My rank" className={onDemand}>
        <Select {...select('from')}>
          <option value="">Not said</option>
          {rungs(1, 7)}
        </Select>
      </Field>
      <Field label="My goal" className={onDemand}>
        <Select {...select('rank')}>
          <option value="">{filter.from ? 'Above my rank' : 'Any rank'}</option>
          {rungs(Number(filter.from) + 1, 8)}
        </Select>
      </Field>
      <Field label="Free" className={onDemand}>
        <FreeTimeSelect value={filter.free} onChange={(free) => onChoose({ free })} />
      </Field>
      <Field label="Language" className={onDemand}>
        <Select {...select('language')}>
          <option value="">Any language</option>
          {spoken.map((code) => (
            <option key={code} value={code}>
              {languageNames([code])}
            </option>
          ))}
        </Select>
      </Field>
      {tags.length > 0 && <TagChips tags={tags} chosen={filter.tags} onChoose={(tags) => onChoose({ tags })} />}
    </search>
  )
}

type WordsInputProps = { words: string; onType(words: string): void; onBlur(): void }

function WordsInput({ words, onType, onBlur }: WordsInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const typeEarly = useEffectEvent((early: string) => early !== words && onType(early))
  // What was typed before the page came alive counts. Later React would have put back what the server wrote.
  useLayoutEffect(() => {
    if (input.current) typeEarly(input.current.value)
  }, [])
  return (
    <SearchInput
      ref={input}
      placeholder="Name or specialty"
      maxLength={maxWords}
      value={words}
      onChange={({ target }) => onType(target.value)}
      onBlur={onBlur}
    />
  )
}

type TagChipsProps = { tags: string[]; chosen: string[]; onChoose(tags: string[]): void }

/** Specialties to press: a coach must have all that are pressed. Those from a shared address are there, too. */
function TagChips({ tags, chosen, onChoose }: TagChipsProps) {
  const rare = chosen.filter((tag) => !tags.some((each) => isSameTag(each, tag)))
  return (
    <fieldset className="col-span-full -mx-4 min-w-0 overflow-x-auto px-4 sm:mx-0 sm:overflow-visible sm:px-0">
      <legend className="sr-only">Specialties</legend>
      <div className="flex w-max gap-2 py-1 sm:w-auto sm:flex-wrap">
        {[...rare, ...tags].map((tag) => {
          const isChosen = chosen.some((each) => isSameTag(each, tag))
          return (
            <button
              key={tag}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChoose(isChosen ? chosen.filter((each) => !isSameTag(each, tag)) : [...chosen, tag])}
              className="touch inline-flex min-h-9 items-center rounded-md border border-edge px-3 text-sm text-soft whitespace-nowrap transition-colors hover:border-strong hover:text-strong aria-pressed:border-signal aria-pressed:bg-signal aria-pressed:text-ink"
            >
              {tag}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
