import { useEffect } from 'react'

/**
 * While a card is being processed Stripe may show the bank's question in an iframe beside our modal dialog. The dialog keeps
 * pointer and focus to itself; this lets such an iframe have both.
 */
export function useBankFrames(isPaying: boolean): void {
  useEffect(() => {
    if (!isPaying) return
    const before = document.body.style.pointerEvents
    document.body.style.pointerEvents = 'auto'
    // The dialog listens on the document; the window hears of it first.
    const hideFromDialog = (event: FocusEvent) => {
      const focused = event.type === 'focusin' ? event.target : event.relatedTarget
      if (focused instanceof HTMLIFrameElement) event.stopPropagation()
    }
    addEventListener('focusin', hideFromDialog, { capture: true })
    addEventListener('focusout', hideFromDialog, { capture: true })
    return () => {
      document.body.style.pointerEvents = before
      removeEventListener('focusin', hideFromDialog, { capture: true })
      removeEventListener('focusout', hideFromDialog, { capture: true })
    }
  }, [isPaying])
}
