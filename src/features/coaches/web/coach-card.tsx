import { Star, Trophy, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Coach } from '#src/features/coaches/contract.ts'
import { coloursOf, gameLabel } from '#src/shared/games.ts'
import { cx } from '#src/ui/class-names.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Card } from '#src/ui/controls/panel.tsx'
import { SideRow } from '#src/ui/lists/side-row.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { CoachPortrait } from './coach-portrait.tsx'
import { Specialties } from './specialties.tsx'

type CoachCardProps = {
  coach: Coach
  /** What others know about the coach: prices, the next free hour. */
  children?: ReactNode
  onBook(): void
}

/**
 * A coach as a player card with three lines of achievement, the way to their page and a Book Session button. A phone shows
 * it small: a square photo, two lines of the description, the specialties in one row.
 */
export function CoachCard({ coach, children, onBook }: CoachCardProps) {
  const { name, title, description, gameExpertise, currentRank, specialties } = coach
  const page = `/coaches/${coach.slug}`
  return (
    <Card className="flex flex-col overflow-clip max-sm:grid max-sm:[--gutter:0.75rem] max-sm:grid-cols-[4.5rem_1fr] max-sm:gap-x-3 max-sm:p-(--gutter)">
      {/* The name is the same link for keyboards and screen readers. */}
      <AppLink
        to={page}
        aria-hidden
        tabIndex={-1}
        className="max-sm:size-18 max-sm:overflow-clip max-sm:rounded-md max-sm:*:size-full"
      >
        <CoachPortrait coach={coach} />
      </AppLink>
      <div className="relative min-w-0 sm:px-6 sm:pt-6">
        <h3 className="display text-lg max-sm:leading-tight sm:text-xl">
          {/* All of this part is the link's target. */}
          <AppLink
            to={page}
            className="rounded-sm underline decoration-edge decoration-2 underline-offset-[0.22em] after:absolute after:inset-0 hover:decoration-signal"
          >
            {name}
          </AppLink>
        </h3>
        <p className="text-strong max-sm:text-sm max-sm:leading-tight sm:mt-1">{title}</p>
        <p className="tag sm:mt-1" style={{ color: coloursOf(gameExpertise).text }}>
          {gameLabel(gameExpertise)} · {currentRank}
        </p>
      </div>
      <div className="col-span-2 flex flex-1 flex-col sm:px-6 sm:pb-6">
        <Description coach={name}>{description}</Description>
        <ul className="figures mt-1.5 grid text-strong max-sm:text-sm max-sm:leading-snug sm:mt-5 sm:gap-2">
          {achievementLines(coach).map(({ icon, text }) => (
            <li
              key={text}
              className="flex items-start gap-2 sm:gap-3 [&>svg]:mt-[0.2em] [&>svg]:size-[1em] [&>svg]:shrink-0 [&>svg]:text-faint"
            >
              {icon}
              <span>{text}</span>
            </li>
          ))}
        </ul>
        {specialties.length > 0 && (
          <SideRow
            as="ul"
            aria-label="Specialties"
            className="max-sm:-mt-0.75 max-sm:-mb-2.25 max-sm:gap-2 sm:mt-5 sm:flex sm:flex-wrap sm:gap-2"
          >
            <Specialties names={specialties} />
          </SideRow>
        )}
        <div className="mt-auto pt-2 sm:pt-6">
          {/* On a phone the price and the hour flow around the button. */}
          <div className="border-line border-t pt-2 max-sm:flow-root sm:flex sm:flex-col sm:pt-4">
            <Button
              className="max-sm:float-right max-sm:ml-3 max-sm:px-3 sm:order-last sm:mt-5"
              data-books={coach.id}
              aria-label={`Book Session with ${name}`}
              onClick={onBook}
            >
              Book Session
            </Button>
            {children && <div className="max-sm:text-sm">{children}</div>}
          </div>
        </div>
      </div>
    </Card>
  )
}

/** As many characters as a phone shows in two lines at least. */
const fitsTwoLines = 70

/** On a phone two lines of it, and the rest when asked. */
function Description({ coach, children: text }: { coach: string; children: string }) {
  const [isWhole, setWhole] = useState(false)
  const word = isWhole ? 'Less' : 'More'
  return (
    <div className="mt-1.5 flex items-end gap-2 sm:mt-3">
      <p dir="auto" className={cx('min-w-0 flex-1 max-sm:text-sm', !isWhole && 'max-sm:line-clamp-2')}>
        {text}
      </p>
      {text.length > fitsTwoLines && (
        <Button
          variant="ghost"
          size="sm"
          className="-my-1 -mr-2 px-2! sm:hidden"
          aria-expanded={isWhole}
          aria-label={`${word} about ${coach}`}
          onClick={() => setWhole(!isWhole)}
        >
          {word}
        </Button>
      )}
    </div>
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
    <Card className="overflow-clip max-sm:h-84">
      <Skeleton className="aspect-[16/10] rounded-none max-sm:m-3 max-sm:size-18" />
      <div className="grid gap-4 p-6 max-sm:px-3 max-sm:pt-0">
        <Skeleton className="h-8 w-1/2" />
        <Skeleton className="h-11 w-2/3" />
        <Skeleton className="h-20" />
        <Skeleton className="h-24" />
        <Skeleton className="h-14" />
        <Skeleton className="h-28 w-2/3" />
        <Skeleton className="h-11" />
      </div>
    </Card>
  )
}
