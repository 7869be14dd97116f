import { useProfile } from '#src/features/accounts/web/profile-query.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'

/** Tells a player with a session ahead that its coach has no Discord name of theirs, and leads to where they say it; nothing once they have. */
export function TellDiscord({ userId }: { userId: string }) {
  const { data } = useProfile(userId)
  if (!data || data.handles.discord) return null
  return (
    <p>
      Your coach cannot find you on Discord yet.{' '}
      <AppLink to="/account" className="touch inline-flex items-center text-strong underline underline-offset-4">
        Add your Discord name
      </AppLink>
    </p>
  )
}
