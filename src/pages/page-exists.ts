import { createContext, useContext } from 'react'

/** Whether a path leads to one of our pages; given by the application, since pages do not know their own table. */
export const PageExists = createContext<(path: string) => boolean>(() => false)

/** The entries whose page exists, in their order: one appears by itself as soon as its page has a row in the table. */
export function useExisting<T extends { to: string }>(entries: T[]): T[] {
  const exists = useContext(PageExists)
  return entries.filter(({ to }) => exists(to.split('#')[0]!))
}
