import { Star, Trophy, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Coach } from '#src/coaches/contract.ts'
import type { Game } from '#src/shared/game.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/panel.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { GamerAvatar } from './gamer-avatar.tsx'

// Labels are repeated here because the module that holds them brings the form schemas along.
const badges: Record<Game, { tone: 'rl' | 'fn' | 'neutral'; label: string }> = {
  'rocket-league': { tone: 'rl', label: 'Rocket League' },
  fortnite: { tone: 'fn', label: 'Fortnite' },
  both: { tone: 'neutral', label: 'Both Games' },
}

/** A coach as a player card with three lines of achievement and a Book Session button. */
export function CoachCard({ coach, onBook }: { coach: Coach; onBook(): void }) {
  const {
    name,
    title,
    description,
    gameExpertise,
    currentRank,
    achievements,
    specialties,
    totalStudents,
    averageRating,
  } = coach
  return (
    <Card className="flex flex-col overflow-clip">
      <GamerAvatar name={name} game={gameExpertise} />
      <div className="flex flex-1 flex-col p-6">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <h3 className="display min-w-0 text-xl">{name}</h3>
          <Badge tone={badges[gameExpertise].tone} className="mt-1 shrink-0">
            {badges[gameExpertise].label}
          </Badge>
        </div>
        <p className="mt-1 text-strong">{title}</p>
        <p className="mt-3">{description}</p>
        <ul className="figures mt-5 grid gap-2 text-strong">
          <Stat icon={<Trophy />}>{achievements[0] ?? `${currentRank} player`}</Stat>
          <Stat icon={<Users />}>{totalStudents}+ students coached</Stat>
          <Stat icon={<Star />}>{averageRating ? `${Number(averageRating)}/5 average rating` : 'New coach'}</Stat>
        </ul>
        {specialties.length > 0 && (
          <ul aria-label="Specialties" className="mt-5 flex flex-wrap gap-2">
            {specialties.map((specialty) => (
              <li key={specialty}>
                <Badge>{specialty}</Badge>
              </li>
            ))}
          </ul>
        )}
        <div className="mt-auto pt-6">
          <Button className="w-full" aria-label={`Book Session with ${name}`} onClick={onBook}>
            Book Session
          </Button>
        </div>
      </div>
    </Card>
  )
}

function Stat({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3 [&>svg]:mt-1 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-faint">
      {icon}
      <span>{children}</span>
    </li>
  )
}

/** The shape of a card while coaches load. */
export function CoachCardSkeleton() {
  return (
    <Card className="overflow-clip">
      <Skeleton className="aspect-[16/10] rounded-none" />
      <div className="grid gap-3 p-6">
        <Skeleton className="h-8 w-1/2" />
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-16" />
        <Skeleton className="h-24" />
        <Skeleton className="h-11" />
      </div>
    </Card>
  )
}
