import { errorText } from '#src/ui/call-api.ts'

export type ToastMessage = { title: string; description?: string; variant?: 'destructive' }
export type ShownToast = ToastMessage & { id: number; open: boolean }

/** How long a dismissed toast stays in memory, in milliseconds (SCREEN-1). */
const removeAfter = 1_000_000

let shown: ShownToast | null = null
let lastId = 0
let removal: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(next: ShownToast | null) {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a message, in place of the one shown now: there is one at a time. */
export function toast(message: ToastMessage): void {
  clearTimeout(removal)
  lastId += 1
  show({ ...message, id: lastId, open: true })
}

/** Says what failed, and why: in the server's own words, or `fallback` when there are none (`errorText`). */
export function toastError(title: string, error: unknown, fallback?: string): void {
  toast({ title, description: errorText(error, fallback), variant: 'destructive' })
}

/** Closes the message; it is forgotten a good while later, so that its leaving can be animated. */
export function dismissToast(): void {
  if (!shown?.open) return
  show({ ...shown, open: false })
  removal = setTimeout(() => show(null), removeAfter)
}

/** For `useSyncExternalStore`. */
export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current message, open or just dismissed. */
export function currentToast(): ShownToast | null {
  return shown
}
