import { errorText, HttpError } from '#src/ui/call-api.ts'
import { toast } from '#src/ui/feedback/toast.ts'

/**
 * Whether the server refused an act because the session is no longer as it was shown, cancelled in another tab for
 * example; a toast then says why, under `title`.
 */
export function toldChanged(error: unknown, title: string): boolean {
  if (!(error instanceof HttpError && ['refused', 'changed'].includes(String(error.answer.reason)))) return false
  toast({ title, description: errorText(error, 'Please look again.'), variant: 'destructive' })
  return true
}
