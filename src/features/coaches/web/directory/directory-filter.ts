import type { Coach } from '#src/features/coaches/contract.ts'
import { coachRung } from '#src/features/coaches/ranks.ts'
import { shownAtOnce } from '#src/features/coaches/web/coaches-query.ts'
import { type Language, languageCodes } from '#src/shared/languages.ts'
import { fold } from '#src/shared/text/fold.ts'
import { type CoachFilter, readFilter, suits } from './coach-filter.ts'

/** What a player looks for in the directory, as the address says it; empty means anything. */
export type DirectoryFilter = CoachFilter & {
  /** Words, all of which are in the coach's name or specialties. */
  q: string
  /** Specialties, all of which the coach has. */
  tags: string[]
  language: Language | ''
  /** The player's own rung of the ladder, 1 to 8; `rank` is the one they want to reach. */
  from: string
}

/** The directory's order: best rated, or free soonest first. */
export type DirectoryOrder = 'rating' | 'free'

/** What the address of the directory says. */
export type DirectoryAddress = {
  filter: DirectoryFilter
  order: DirectoryOrder
  /** The page of the list that is shown first, from 1. Of a filtered list it is the first. */
  page: number
  /** How many pages more were asked for. */
  more: number
}

export const noFilter: DirectoryFilter = { q: '', tags: [], game: '', language: '', from: '', rank: '', free: '' }

/** How long the words to look for may be. */
export const maxWords = 60

/** The address's query string as what it says; what makes no sense there counts as not said. */
export function readDirectory(search: URLSearchParams): DirectoryAddress {
  const common = readFilter(search)
  const from = /^[1-7]$/.test(search.get('from') ?? '') ? (search.get('from') ?? '') : ''
  const filter = {
    q: (search.get('q') ?? '').slice(0, maxWords),
    tags: [...new Set(search.getAll('tag'))].slice(0, 8),
    ...common,
    language: languageCodes.find((code) => code === search.get('language')) ?? ('' as const),
    from,
    // A goal that is reached already is none.
    rank: common.rank > from ? common.rank : '',
  }
  const order = search.get('sort') === 'free' ? 'free' : 'rating'
  const isWhole = order === 'rating' && !isFiltered(filter)
  return { filter, order, page: (isWhole && readCount(search, 'page')) || 1, more: readCount(search, 'more') }
}

function readCount(search: URLSearchParams, name: string): number {
  const value = search.get(name) ?? ''
  return /^\d{1,4}$/.test(value) ? Number(value) : 0
}

/** The query string of an address, with its `?`; empty for the directory as it is. */
export function writeDirectory({ filter, order, page, more }: DirectoryAddress): string {
  const search = new URLSearchParams()
  for (const name of ['q', 'game', 'language', 'from', 'rank', 'free'] as const)
    if (filter[name]) search.set(name, filter[name])
  for (const tag of filter.tags) search.append('tag', tag)
  if (order !== 'rating') search.set('sort', order)
  if (page > 1) search.set('page', String(page))
  if (more > 0) search.set('more', String(more))
  return search.size ? `?${search}` : ''
}

/** The address of a page of the directory, from 1: what search engines list. */
export function directoryPath(page: number): string {
  return page > 1 ? `/coaches?page=${page}` : '/coaches'
}

/** How many pages so many coaches fill. */
export function pagesOf(total: number): number {
  return Math.ceil(total / shownAtOnce)
}

/** Whether a filter leaves anybody out. */
export function isFiltered({ tags, ...words }: DirectoryFilter): boolean {
  return tags.length > 0 || Object.values(words).some((value) => value.trim() !== '')
}

/**
 * The coaches who suit, in the wanted order. `coaches` come best rated first; `hours` says by id when each is free next,
 * among the hours that suit `filter.free`. While it is not known nobody is left out for it.
 */
export function findCoaches(
  coaches: Coach[],
  { filter, order }: Pick<DirectoryAddress, 'filter' | 'order'>,
  hours: Map<string, { startsAt: string }> | undefined,
): Coach[] {
  const words = fold(filter.q).split(/\s+/).filter(Boolean)
  const tags = filter.tags.map(fold)
  const found = coaches.filter((coach) => {
    if (filter.free && hours && !hours.has(coach.id)) return false
    if (!suits(coach, filter)) return false
    if (filter.language && !coach.languages.includes(filter.language)) return false
    if (filter.from && coachRung(coach, filter.game || undefined) <= Number(filter.from)) return false
    const { text, specialties } = searchable(coach)
    return words.every((word) => text.includes(word)) && tags.every((tag) => specialties.includes(tag))
  })
  if (order !== 'free' || !hours) return found
  // Instants of one form: as texts they stand in the order of time. Who has no free hour comes last.
  const hourOf = ({ id }: Coach) => hours.get(id)?.startsAt ?? '~'
  return found.toSorted((one, other) => (hourOf(one) < hourOf(other) ? -1 : hourOf(one) > hourOf(other) ? 1 : 0))
}

/** Whether two specialties are the same but for capitals and accents. */
export function isSameTag(one: string, other: string): boolean {
  return fold(one) === fold(other)
}

const searchables = new WeakMap<Coach, { text: string; specialties: string[] }>()

/** A coach's own words without capitals and accents: made once, since every key that is pressed looks through all of them. */
function searchable(coach: Coach) {
  const kept = searchables.get(coach)
  if (kept) return kept
  const specialties = coach.specialties.map(fold)
  const made = { text: [fold(coach.name), ...specialties].join('\n'), specialties }
  searchables.set(coach, made)
  return made
}
