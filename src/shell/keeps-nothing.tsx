import { CopyButton } from '#src/ui/controls/copy-button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { useHydrated } from '#src/ui/loading/use-hydrated.ts'

/** Says, where people log in, that their browser keeps nothing for our site (`web/memory-storage.ts`); else nothing. */
export function KeepsNothing() {
  const keepsNothing = useHydrated() && !(localStorage instanceof Storage)
  if (!keepsNothing) return null
  return (
    <Alert tone="warn" className="mb-6">
      <p>
        <strong>Your browser keeps nothing for this site</strong>, so you cannot stay logged in. Allow cookies and site
        data for {location.host}, or open it in another browser.
      </p>
      <div className="mt-3">
        <CopyButton text={location.href} done="Link copied" label="Copy the link to this page">
          Copy link
        </CopyButton>
      </div>
    </Alert>
  )
}
