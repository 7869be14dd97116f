import { useHydrated } from '#src/ui/loading/use-hydrated.ts'

/** Whether this browser keeps nothing for our site, no cookie either (`web/memory-storage.ts`). */
export function useKeepsNothing(): boolean {
  return useHydrated() && !(localStorage instanceof Storage)
}
