import { CopyButton } from '#src/ui/controls/copy-button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { useKeepsNothing } from '#src/ui/use-keeps-nothing.ts'

/** Says, where people log in, that their browser keeps nothing for our site; else nothing. */
export function KeepsNothing() {
  if (!useKeepsNothing()) return null
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
