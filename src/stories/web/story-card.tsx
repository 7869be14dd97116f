import { ChevronsUp } from 'lucide-react'
import type { Game } from '#src/shared/game.ts'
import { showShortDate } from '#src/shared/times.ts'
import type { FeaturedStory } from '#src/stories/contract.ts'
import { Badge } from '#src/ui/badge.tsx'
import { cx } from '#src/ui/class-names.ts'
import { Card } from '#src/ui/panel.tsx'

// Labels are repeated here because the module that holds them brings the form schemas along.
const looks: Record<Game, { tone: 'rl' | 'fn' | 'neutral'; label: string; step: string }> = {
  'rocket-league': { tone: 'rl', label: 'Rocket League', step: 'bg-rl-deep' },
  fortnite: { tone: 'fn', label: 'Fortnite', step: 'bg-fn-deep' },
  both: { tone: 'neutral', label: 'Both Games', step: 'bg-linear-to-r from-rl-deep to-fn-deep' },
}

/** A player's climb: the rank before and the rank after as two steps of the ladder, and how it went. */
export function StoryCard({ story }: { story: FeaturedStory }) {
  const { tone, label, step } = looks[story.game]
  return (
    <Card className="flex flex-col overflow-clip bg-ink">
      <dl className="relative grid grid-cols-2 items-end bg-raised pt-6">
        <ChevronsUp aria-hidden className="absolute top-5 left-6 size-9 text-signal" strokeWidth={2.5} />
        <Step name="Before" rank={story.beforeRank} className="min-h-20 border-edge bg-hover" />
        <Step name="After" rank={story.afterRank} className={cx('min-h-32 border-signal', step)} />
      </dl>
      <div className="flex flex-1 flex-col p-6">
        <blockquote>
          <p className="whitespace-pre-line text-strong">{story.story}</p>
        </blockquote>
        <div className="mt-auto pt-6">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-line border-t pt-5">
            <h3 className="display min-w-0 text-lg">{story.userName}</h3>
            <Badge tone={tone}>{label}</Badge>
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

function Step({ name, rank, className }: { name: string; rank: string; className: string }) {
  return (
    <div className={cx('flex min-w-0 flex-col justify-end gap-0.5 border-t-4 px-6 py-4', className)}>
      <dt className="text-sm">{name}</dt>
      <dd className="display text-base">{rank}</dd>
    </div>
  )
}
