import { useMemo, useSyncExternalStore } from 'react'
import { useSearch as useQueryString } from 'wouter'

/**
 * The query string of the address. Empty while the server's HTML is being taken over: that page was rendered without
 * one, for everybody. Read the query string only through this.
 */
export function useSearch(): URLSearchParams {
  const search = useQueryString()
  const hydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return useMemo(() => new URLSearchParams(hydrated ? search : ''), [hydrated, search])
}

function neverChanges() {
  return () => {}
}
