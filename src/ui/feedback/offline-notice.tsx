import { useOnline } from './use-online.ts'

/** A slim bar at the lower end of the screen while the browser has no network; below dialogs, which say it themselves. */
export function OfflineNotice() {
  return (
    <p
      role="status"
      className="fixed inset-x-0 bottom-0 z-30 bg-warn text-center font-medium text-ink text-sm print:hidden"
    >
      {!useOnline() && <span className="block px-4 py-2">You are offline. What you see may be old.</span>}
    </p>
  )
}
