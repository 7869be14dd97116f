import { showMoment } from '#src/shared/session-times.ts'
import { errorText, HttpError } from '#src/ui/call-api.ts'

/**
 * Why the wanted hour cannot be had: the server's words, with the hour on the reader's clock instead of the business's. A
 * `fallback` as in `errorText`.
 */
export function refusalText(error: unknown, readerZone: string, fallback?: string): string {
  const text = errorText(error, fallback)
  const { startsAt, zone } = error instanceof HttpError ? error.answer : {}
  if (typeof startsAt !== 'string' || typeof zone !== 'string') return text
  return text.replace(showMoment(startsAt, zone), showMoment(startsAt, readerZone))
}
