import { useState } from 'react'
import type { Coach } from '#src/features/coaches/contract.ts'
import { GamerAvatar } from './gamer-avatar.tsx'

/** A coach's photo, or the drawn portrait of those who have none; as wide as its place. The name stands beside it. */
export function CoachPortrait({ coach }: { coach: Pick<Coach, 'name' | 'gameExpertise' | 'profileImageUrl'> }) {
  const { name, gameExpertise, profileImageUrl } = coach
  // Taken away since this page was loaded.
  const [missing, setMissing] = useState<string | null>(null)
  if (!profileImageUrl || profileImageUrl === missing) return <GamerAvatar name={name} game={gameExpertise} />
  return (
    <img
      src={profileImageUrl}
      alt=""
      loading="lazy"
      onError={() => setMissing(profileImageUrl)}
      className="aspect-[16/10] w-full object-cover"
    />
  )
}
