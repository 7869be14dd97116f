import { Suspense, useEffect } from 'react'
import type { Profile } from '#src/features/accounts/profile-contract.ts'
import { useProfile } from '#src/features/accounts/web/profile-query.ts'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { lazyPart } from '#src/ui/loading/lazy-page.tsx'

const AskForm = lazyPart(() => import('./ask-form.tsx'))

type AskPlayerProps = { bookingId: string; coachName: string }

/**
 * Asks a player what to work on and, once, with the first booking that this browser shows, how the coach finds them. A player who
 * has said so is only reminded of it.
 */
export function AskPlayer(props: AskPlayerProps) {
  const { user } = useAccount()
  const { data } = useProfile(user?.id)
  // It can be said in the account and My Sessions, too: what cannot be loaded is not asked.
  return user && data ? <Ask userId={user.id} profile={data} {...props} /> : null
}

function Ask({ userId, bookingId, ...rest }: AskPlayerProps & { userId: string; profile: Profile }) {
  const key = `askedAt:${userId}`
  const askedAt = localStorage.getItem(key) ?? bookingId
  useEffect(() => localStorage.setItem(key, askedAt), [key, askedAt])
  return (
    <Suspense>
      <AskForm userId={userId} bookingId={bookingId} isFirst={askedAt === bookingId} {...rest} />
    </Suspense>
  )
}
