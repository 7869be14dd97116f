import { Copy } from 'lucide-react'
import { toast } from '#src/ui/feedback/toast.ts'

/** What always shows of an id: its end, because beginnings are alike. */
const shownEnd = 6

/** A payment's id, shortened to the room there is but whole for selecting and screen readers, with a button to copy it. */
export function PaymentId({ id }: { id: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(id)
      toast({ title: 'Payment id copied', description: id })
    } catch {
      // No permission, or a page without https.
      toast({ title: 'Copying was not allowed', description: `Select it here: ${id}`, variant: 'destructive' })
    }
  }
  return (
    <span className="relative flex items-center gap-1">
      <span title={id} className="flex min-w-0 select-all [font-family:ui-monospace,monospace]">
        <span className="truncate">{id.slice(0, -shownEnd)}</span>
        <span className="shrink-0">{id.slice(-shownEnd)}</span>
      </span>
      <button
        type="button"
        aria-label={`Copy payment id ${id}`}
        onClick={copy}
        className="touch grid size-7 shrink-0 place-items-center rounded-sm text-soft transition-colors hover:bg-raised hover:text-strong"
      >
        <Copy aria-hidden className="size-4" />
      </button>
    </span>
  )
}
