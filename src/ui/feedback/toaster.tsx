import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useEffect, useSyncExternalStore } from 'react'
import { cx } from '#src/ui/class-names.ts'
import { currentToast, dismissToast, subscribeToToast } from './toast.ts'

/** The place where toasts appear: 5 s each, F8 moves the focus there, a swipe to the right by 50 px dismisses. */
export default function Toaster() {
  const message = useSyncExternalStore(subscribeToToast, currentToast)
  useEffect(() => {
    // What was said about a form is old when it is sent again.
    addEventListener('submit', dismissToast, { capture: true })
    return () => removeEventListener('submit', dismissToast, { capture: true })
  }, [])
  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {message && (
        <Toast.Root
          key={message.id}
          ref={makeRoomLater}
          open={message.open}
          type={message.variant === 'destructive' ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && dismissToast()}
          className={cx(
            'pointer-events-auto flex animate-toast items-start gap-3 rounded-md border p-4 shadow-float',
            'data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:transition-transform',
            message.variant === 'destructive' ? 'border-bad bg-bad-deep' : 'border-edge bg-raised',
          )}
        >
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-semibold text-strong">{message.title}</Toast.Title>
            {message.description && (
              <Toast.Description className="mt-1 text-sm text-soft">{message.description}</Toast.Description>
            )}
          </div>
          <Toast.Close
            aria-label="Dismiss"
            className="-m-2 grid size-11 shrink-0 place-items-center rounded-md text-soft hover:text-strong"
          >
            <X aria-hidden className="size-5" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        hotkey={['F8']}
        className="pointer-events-none fixed bottom-(--room-bar,0px) [html:has([data-modal][data-state=open])_&]:bottom-0 left-(--room-rail,0px) z-60 w-full p-4 outline-none sm:max-w-md"
      />
    </Toast.Provider>
  )
}

let frame = 0

/** After the toast is seen: that all of a page inherits the room that it takes costs a cheap phone 0.1 s. */
function makeRoomLater(toast: HTMLLIElement | null) {
  cancelAnimationFrame(frame)
  frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => makeRoom(toast))
  })
}

/**
 * Tells pages, dialogs and bars (`--toast-room`) how much room above the bar of rooms a toast takes, so that it covers none of
 * them, nor what somebody is about to type into.
 */
function makeRoom(toast: HTMLLIElement | null) {
  const { style } = document.documentElement
  if (!toast) return void style.removeProperty('--toast-room')
  style.setProperty('--toast-room', `calc(${toast.offsetHeight}px + 2rem)`)
  const focused = document.querySelector(':focus-visible')
  const { top = 0, bottom = 0 } = focused?.getBoundingClientRect() ?? {}
  // What somebody scrolled away from stays there.
  if (top < innerHeight && bottom > toast.getBoundingClientRect().top) focused?.scrollIntoView({ block: 'nearest' })
}
