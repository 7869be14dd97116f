import { ProfileForm } from '#src/features/accounts/web/profile-form.tsx'
import { useProfile } from '#src/features/accounts/web/profile-query.ts'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'

/** How a coach finds the person, and what they want to work on. */
export function ProfileSection({ userId }: { userId: string }) {
  const profile = useProfile(userId)
  if (profile.data) return <ProfileForm profile={profile.data} saved="Saved: your coaches see it now." />
  if (profile.error) return <LoadFailed {...profile} title="What you have told your coaches could not be loaded" />
  // As high as the form, so that what stands below does not move.
  return <Skeleton className="h-[56rem] sm:h-[53rem]" />
}
