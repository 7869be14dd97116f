import { useNow } from '#src/ui/use-now.ts'

/** Whole seconds until `end`, epoch milliseconds by the server's clock, 0 when it has come; counts down by itself. */
export function useCountdown(end: number): number {
  return Math.max(0, Math.ceil((end - useNow(1_000)) / 1_000))
}

/** Seconds as minutes and seconds: 872 → `'14:32'`. */
export function showCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
