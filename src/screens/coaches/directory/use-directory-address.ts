import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import {
  type DirectoryAddress,
  type DirectoryFilter,
  noFilter,
  readDirectory,
  writeDirectory,
} from '#src/features/coaches/web/directory/directory-filter.ts'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { useHydrated } from '#src/ui/loading/use-hydrated.ts'

/** How long somebody pauses typing before the address says it: browsers refuse one that changes with every key. */
const pauseMs = 300

/**
 * What the address asks of the directory, and how to ask something else. A choice is a step to come back from; typing and
 * looking further are not. While the server's HTML is taken over it asks for what that has `drawn`.
 */
export function useDirectoryAddress(drawn: string) {
  const search = useSearch()
  const isHydrated = useHydrated()
  const [pathname, navigate] = useLocation()
  const asked = useMemo(
    () => readDirectory(isHydrated ? search : new URLSearchParams(drawn)),
    [search, isHydrated, drawn],
  )
  /** What is being typed and does not stand in the address yet. */
  const [typed, setTyped] = useState<string | null>(null)
  const address = useMemo(
    () =>
      typed === null || typed === asked.filter.q
        ? asked
        : { ...asked, filter: { ...asked.filter, q: typed }, page: 1, more: 0 },
    [asked, typed],
  )

  function write(next: DirectoryAddress, replace: boolean) {
    setTyped(null)
    navigate(pathname + writeDirectory(next), { replace })
  }
  const keepTyped = useEffectEvent(() => typed !== null && write(address, true))
  useEffect(() => {
    if (typed === null) return
    const pause = setTimeout(keepTyped, pauseMs)
    return () => clearTimeout(pause)
  }, [typed])

  return {
    ...address,
    type: setTyped,
    /** At the latest when the field is left, or the way back would not know it. */
    stopTyping: () => typed !== null && write(address, true),
    choose(part: Partial<DirectoryFilter>) {
      const filter = { ...address.filter, ...part }
      // A goal below one's own rank is none.
      if (filter.rank <= filter.from) filter.rank = ''
      write({ ...address, filter, page: 1, more: 0 }, false)
    },
    sort: (order: DirectoryAddress['order']) => write({ ...address, order, page: 1, more: 0 }, false),
    showMore: () => write({ ...address, more: address.more + 1 }, true),
    clear: () => write({ ...address, filter: noFilter, page: 1, more: 0 }, false),
  }
}
