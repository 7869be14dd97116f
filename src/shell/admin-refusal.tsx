import { Lock } from 'lucide-react'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { ButtonLink } from '#src/ui/controls/button.tsx'
import { FrameByRole } from './staff-frame.tsx'

/** What somebody without the admin's role sees in the admins' rooms. */
export function AdminRefusal({ text = 'You need admin privileges to use this page.' }: { text?: string }) {
  const { user } = useAccount()
  return (
    <FrameByRole>
      <div className="wrap flex flex-col items-center gap-4 py-24 text-center">
        <Lock aria-hidden className="size-10 text-faint" />
        <h1 className="display text-2xl">Admin Access Required</h1>
        <p className="max-w-prose text-lg">{text}</p>
        {user?.isOwner ? (
          <>
            <p className="max-w-prose">You are an owner: one press makes you an admin, too.</p>
            <ButtonLink to="/owner?tab=roles">To Roles</ButtonLink>
          </>
        ) : (
          <p className="max-w-prose">An owner can make you an admin, under Roles.</p>
        )}
        <ButtonLink to="/" variant="secondary">
          Back to homepage
        </ButtonLink>
      </div>
    </FrameByRole>
  )
}
