import { Lock } from 'lucide-react'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { ButtonLink } from '#src/ui/controls/button.tsx'
import { FrameByRole } from './staff-frame.tsx'

/** What somebody without the owner's role sees in the owner's rooms. */
export function AccessDenied() {
  const { user } = useAccount()
  return (
    <FrameByRole>
      <div className="wrap flex flex-col items-center gap-4 py-24 text-center">
        <Lock aria-hidden className="size-10 text-faint" />
        <h1 className="display text-2xl">Access Denied</h1>
        <p className="max-w-prose text-lg">You need owner privileges to access this dashboard.</p>
        <p className="max-w-prose">
          {user?.isAdmin ? 'The owners of your team have it: ask one of them. ' : ''}Only who runs this site’s server
          can make you an owner.
        </p>
        <ButtonLink to="/" variant="secondary">
          Back to homepage
        </ButtonLink>
      </div>
    </FrameByRole>
  )
}
