import { Lock } from 'lucide-react'
import { ButtonLink } from '#src/ui/controls/button.tsx'
import { SiteFrame } from './site-frame.tsx'

/** What somebody without the admin's role sees in the admins' rooms. */
export function AdminRefusal({ text = 'You need admin privileges to use this page.' }: { text?: string }) {
  return (
    <SiteFrame>
      <div className="wrap flex flex-col items-center gap-4 py-24 text-center">
        <Lock aria-hidden className="size-10 text-faint" />
        <h1 className="display text-2xl">Admin Access Required</h1>
        <p className="max-w-prose text-lg">{text}</p>
        <ButtonLink to="/" variant="secondary">
          Back to homepage
        </ButtonLink>
      </div>
    </SiteFrame>
  )
}
