import { byRating } from '#src/features/coaches/by-rating.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import { shownAtOnce } from '#src/features/coaches/web/coaches-query.ts'
import { type Language, languageCodes } from '#src/shared/languages.ts'
import { fold } from '#src/shared/text/fold.ts'
import { findCoaches, isFiltered, readDirectory, writeDirectory } from './directory-filter.ts'

/** A page of the directory: what its HTML can carry, however many coaches there are. */
export type DirectoryPage = {
  /** The query string that it answers, as `writeDirectory` writes it. */
  asked: string
  /** How many coaches there are. */
  total: number
  /** How many of them suit, on all pages. */
  found: number
  /** The best rated who suit; all there are when a page holds them. */
  coaches: Coach[]
  /** Specialties to choose from. */
  tags: string[]
  /** Languages that at least one coach speaks. */
  languages: Language[]
}

/** The page of the directory of these coaches that a query string asks for, as far as no free hours are needed for it. */
export function directoryPage(coaches: Coach[], search: string): DirectoryPage {
  const { filter, order, page } = readDirectory(new URLSearchParams(search))
  const all = byRating(coaches)
  const found = findCoaches(all, { filter, order }, undefined)
  const start = (page - 1) * shownAtOnce
  return {
    asked: writeDirectory({ filter, order, page, more: 0 }),
    total: all.length,
    found: found.length,
    coaches: all.length <= shownAtOnce ? all : found.slice(start, start + shownAtOnce),
    tags: commonTags(coaches),
    languages: languageCodes.filter((code) => coaches.some(({ languages }) => languages.includes(code))),
  }
}

/**
 * The address under which the server keeps what it draws of a directory narrowed down or sorted by its query string; null
 * when that asks for neither.
 */
export function narrowedPath(search: string): string | null {
  const { filter, order } = readDirectory(new URLSearchParams(search))
  const isWhole = order === 'rating' && !isFiltered(filter)
  return isWhole ? null : `/coaches${writeDirectory({ filter, order, page: 1, more: 0 })}`
}

/** The specialties that most coaches have, each as the first of them writes it. */
export function commonTags(coaches: Coach[], count = 12): string[] {
  const groups = Map.groupBy(
    coaches.flatMap(({ specialties }) => specialties),
    fold,
  )
  return [...groups.values()]
    .toSorted((one, other) => other.length - one.length)
    .slice(0, count)
    .flatMap(([spelling]) => spelling ?? [])
}
