import { Copy } from 'lucide-react'
import { toast } from '#src/ui/feedback/toast.ts'
import { Button } from './button.tsx'

type CopyButtonProps = {
  text: string
  /** What is said when it is copied: "Name copied". */
  done: string
  /** What is copied, for screen readers. */
  label: string
  /** On the button. */
  children: string
}

/** Puts a text into the clipboard, and says so. */
export function CopyButton({ text, done, label, children }: CopyButtonProps) {
  return (
    <Button variant="secondary" size="sm" aria-label={label} onClick={() => copyText(text, done)}>
      <Copy aria-hidden className="size-4" /> {children}
    </Button>
  )
}

/** Puts a text into the clipboard, and says `done`. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: done })
  } catch {
    // No permission, or a page without https.
    toast({ title: 'Not copied', description: 'Please mark and copy the text yourself.', variant: 'destructive' })
  }
}
