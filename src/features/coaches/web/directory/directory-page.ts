import { byRating } from '#src/features/coaches/by-rating.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import { shownAtOnce } from '#src/features/coaches/web/coaches-query.ts'
import { type Language, languageCodes } from '#src/shared/languages.ts'
import { commonTags, findCoaches, isFiltered, readDirectory, writeDirectory } from './directory-filter.ts'
import { type Loosening, loosen } from './loosen.ts'

/** A page of the directory: what its HTML can carry, however many coaches there are. */
export type DirectoryPage = {
  /** The query string that it answers, as `writeDirectory` writes it. */
  asked: string
  /** How many coaches there are. */
  total: number
  /** How many of them suit, on all pages. */
  found: number
  /** When nobody suits, as far as no free hours are needed for it: the filters without which somebody does. */
  loosenings: Loosening[]
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
    loosenings: found.length > 0 || filter.free ? [] : loosen(all, filter, undefined),
    coaches: all.length <= shownAtOnce ? all : found.slice(start, start + shownAtOnce),
    tags: commonTags(coaches),
    languages: languageCodes.filter((code) => coaches.some(({ languages }) => languages.includes(code))),
  }
}

/** The address of a page of the directory, from 1: what search engines list. */
export function directoryPath(page: number): string {
  return page > 1 ? `/coaches?page=${page}` : '/coaches'
}

/** How many pages so many coaches fill. */
export function pagesOf(total: number): number {
  return Math.ceil(total / shownAtOnce)
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
