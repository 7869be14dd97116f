import { useEffect, useState } from 'react'
import { useAccount } from './use-account.ts'

/**
 * What is typed into a field of a dialog. It goes when the dialog closes, and survives a reload and the way to the login page
 * and back, for the same person. `key` says which field it is, and of what.
 */
export function useTyped(key: string, initial = ''): [string, (text: string) => void] {
  const { user } = useAccount()
  const [storageKey] = useState(`draft:${user?.id}:${key}`)
  const [text, setText] = useState(() => sessionStorage.getItem(storageKey) ?? initial)
  useEffect(
    () => () => {
      // Nobody closed it where the log-in ended.
      if (localStorage.getItem('auth_token')) sessionStorage.removeItem(storageKey)
    },
    [storageKey],
  )
  function type(typed: string) {
    setText(typed)
    sessionStorage.setItem(storageKey, typed)
  }
  return [text, type]
}
