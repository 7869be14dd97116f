import { ChevronsUp } from 'lucide-react'
import { GameBadge } from '#src/features/coaches/web/game-badge.tsx'
import type { FeaturedStory } from '#src/features/stories/contract.ts'
import { expertiseOf, games } from '#src/shared/games.ts'
import { showShortDate } from '#src/shared/times.ts'
import { cx } from '#src/ui/class-names.ts'
import { Card } from '#src/ui/controls/panel.tsx'

/** A player's climb: the rank before and the rank after as two steps of the ladder, and how it went. */
export function StoryCard({ story }: { story: FeaturedStory }) {
  const deeps = expertiseOf(story.game).map((game) => games[game].colours.deep)
  return (
    <Card className="flex flex-col overflow-clip bg-ink">
      <dl className="relative grid grid-cols-2 items-end bg-raised pt-3 sm:pt-6">
        <ChevronsUp
          aria-hidden
          className="absolute top-2 left-4 size-9 sm:top-5 sm:left-6 text-signal"
          strokeWidth={2.5}
        />
        <Step name="Before" rank={story.beforeRank} className="min-h-16 border-edge sm:min-h-20 bg-hover" />
        <Step
          name="After"
          rank={story.afterRank}
          className="min-h-22 border-signal sm:min-h-32"
          background={`linear-gradient(to right in oklab, ${deeps[0]}, ${deeps.at(-1)})`}
        />
      </dl>
      <div className="flex flex-1 flex-col p-4 sm:p-6">
        <blockquote>
          <p dir="auto" className="whitespace-pre-line text-strong">
            {story.story}
          </p>
        </blockquote>
        <div className="mt-auto pt-4 sm:pt-6">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-line border-t pt-3 sm:pt-5">
            <h3 className="display min-w-0 text-lg">{story.userName}</h3>
            <GameBadge game={story.game} />
          </div>
          <p className="figures mt-2 text-sm">
            {story.sessionsCount} {story.sessionsCount === 1 ? 'session' : 'sessions'} with {story.coachName}
          </p>
          {/* One zone for everybody: the server renders this, too. */}
          <time dateTime={story.createdAt} className="figures mt-1 block text-faint text-sm">
            {showShortDate(story.createdAt.slice(0, 10))}
          </time>
        </div>
      </div>
    </Card>
  )
}

type StepProps = { name: string; rank: string; className: string; background?: string }

function Step({ name, rank, className, background }: StepProps) {
  return (
    <div
      className={cx('flex min-w-0 flex-col justify-end gap-0.5 border-t-4 px-4 py-2.5 sm:px-6 sm:py-4', className)}
      style={{ background }}
    >
      <dt className="text-sm">{name}</dt>
      <dd className="display text-base">{rank}</dd>
    </div>
  )
}
