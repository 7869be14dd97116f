import type { Coach } from '#src/coaches/contract.ts'
import { GamerAvatar } from './gamer-avatar.tsx'

/** A coach's photo, or the drawn portrait of those who have none; as wide as its place. The name stands beside it. */
export function CoachPortrait({ coach }: { coach: Pick<Coach, 'name' | 'gameExpertise' | 'profileImageUrl'> }) {
  const { name, gameExpertise, profileImageUrl } = coach
  if (!profileImageUrl) return <GamerAvatar name={name} game={gameExpertise} />
  return <img src={profileImageUrl} alt="" loading="lazy" className="aspect-[16/10] w-full object-cover" />
}
