import { Lock } from 'lucide-react'
import { ButtonLink } from '#src/ui/controls/button.tsx'
import { SiteFrame } from './site-frame.tsx'

/** What somebody without the owner's role sees in the owner's rooms. */
export function AccessDenied() {
  return (
    <SiteFrame>
      <div className="wrap flex flex-col items-center gap-4 py-24 text-center">
        <Lock aria-hidden className="size-10 text-faint" />
        <h1 className="display text-2xl">Access Denied</h1>
        <p className="max-w-prose text-lg">You need owner privileges to access this dashboard.</p>
        <ButtonLink to="/" variant="secondary">
          Back to homepage
        </ButtonLink>
      </div>
    </SiteFrame>
  )
}
