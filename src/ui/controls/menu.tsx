import { Ellipsis } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { BackCloses } from './use-back.ts'

type MenuProps = {
  /** For those who do not see what it stands beside: `More for Pro Session with VexFlip`. */
  label: string
  variant?: 'secondary' | 'ghost'
  /** Of its button. */
  className?: string
  /** Buttons and links. */
  children: ReactNode
}

/**
 * Acts behind one button, for what is seldom wanted. A press on one of them, a press elsewhere, Escape and the browser's Back close
 * it, and the focus is back on the button: a dialog that opens from here returns it there. An act that stops the event's way up keeps it open, to answer in it.
 */
export function Menu({ label, variant = 'secondary', className, children }: MenuProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant={variant} size="sm" popoverTarget={id} aria-label={label} className={className}>
        <Ellipsis aria-hidden className="size-4 min-h-4" /> More
      </Button>
      {/* Below the button; where browsers cannot place it so, in the middle of the window. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the buttons inside are the controls; a press on any also closes the list */}
      <div
        ref={list}
        id={id}
        popover="auto"
        className="m-auto max-h-[calc(100dvh-var(--room-bar,0px)-1rem)] min-w-56 animate-appear overflow-y-auto overscroll-contain rounded-md border border-line bg-panel p-2 shadow-float max-w-[min(24rem,100vw)] supports-[position-area:bottom]:inset-auto supports-[position-area:bottom]:m-0 supports-[position-area:bottom]:mt-1 supports-[position-area:bottom]:[position-area:bottom_span-left] supports-[position-area:bottom]:[position-try-fallbacks:flip-block,flip-inline] [&:popover-open]:grid *:justify-start! *:border-transparent! *:hover:bg-raised [&>[role=alert]]:px-3"
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onClick={({ target, currentTarget }) => (target as Element).closest('a, button') && currentTarget.hidePopover()}
      >
        {children}
      </div>
      {isOpen && <BackCloses onBack={() => list.current?.hidePopover()} />}
    </>
  )
}
