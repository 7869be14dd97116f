import { Star, Trophy, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Coach } from '#src/features/coaches/contract.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Card } from '#src/ui/controls/panel.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { CoachPortrait } from './coach-portrait.tsx'
import { GameBadge } from './game-badge.tsx'
import { Specialties } from './specialties.tsx'

type CoachCardProps = {
  coach: Coach
  /** What others know about the coach: prices, the next free hour. */
  children?: ReactNode
  onBook(): void
}

/** A coach as a player card with three lines of achievement, the way to their page and a Book Session button. */
export function CoachCard({ coach, children, onBook }: CoachCardProps) {
  const { name, title, description, gameExpertise, specialties } = coach
  const page = `/coaches/${coach.slug}`
  return (
    <Card className="flex flex-col overflow-clip">
      {/* The name below is the same link for keyboards and screen readers. */}
      <AppLink to={page} aria-hidden tabIndex={-1}>
        <CoachPortrait coach={coach} />
      </AppLink>
      <div className="flex flex-1 flex-col p-6">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <h3 className="display min-w-0 text-xl">
            <AppLink
              to={page}
              className="touch inline-flex items-center rounded-sm underline decoration-edge decoration-2 underline-offset-[0.22em] hover:decoration-signal"
            >
              {name}
            </AppLink>
          </h3>
          <GameBadge game={gameExpertise} className="mt-1 shrink-0" />
        </div>
        <p className="mt-1 text-strong">{title}</p>
        <p className="mt-3">{description}</p>
        <ul className="figures mt-5 grid gap-2 text-strong">
          {achievementLines(coach).map(({ icon, text }) => (
            <li
              key={text}
              className="flex items-start gap-3 [&>svg]:mt-1 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-faint"
            >
              {icon}
              <span>{text}</span>
            </li>
          ))}
        </ul>
        {specialties.length > 0 && <Specialties names={specialties} className="mt-5" />}
        <div className="mt-auto">
          {children && <div className="mt-6 border-line border-t pt-4">{children}</div>}
          <Button className="mt-5 w-full" aria-label={`Book Session with ${name}`} onClick={onBook}>
            Book Session
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** The three lines that a coach is introduced with. */
export function achievementLines(coach: Coach): { icon: ReactNode; text: string }[] {
  const { achievements, currentRank, totalStudents, averageRating } = coach
  return [
    { icon: <Trophy key="rank" aria-hidden />, text: achievements[0] ?? `${currentRank} player` },
    { icon: <Users key="students" aria-hidden />, text: `${totalStudents}+ students coached` },
    {
      icon: <Star key="rating" aria-hidden />,
      text: averageRating ? `${Number(averageRating)}/5 average rating` : 'New coach',
    },
  ]
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
