import { useState } from 'react'

/**
 * What somebody changed and has not saved: kept under `key` for as long as the tab lives, so it survives another
 * section, a reload and the way to the login page and back. Null while there is nothing.
 */
export function useKept<Value>(key: string): [Value | null, (value: Value | null) => void] {
  const storageKey = `draft:${key}`
  const [value, setValue] = useState<Value | null>(() => JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
  function keep(next: Value | null) {
    setValue(next)
    if (next === null) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, JSON.stringify(next))
  }
  return [value, keep]
}
