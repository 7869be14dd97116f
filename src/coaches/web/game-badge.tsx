import type { Game } from '#src/shared/game.ts'
import { Badge } from '#src/ui/badge.tsx'

// Labels are repeated here because the module that holds them brings the form schemas along.
const badges: Record<Game, { tone: 'rl' | 'fn' | 'neutral'; label: string }> = {
  'rocket-league': { tone: 'rl', label: 'Rocket League' },
  fortnite: { tone: 'fn', label: 'Fortnite' },
  both: { tone: 'neutral', label: 'Both Games' },
}

/** A game in its colour. */
export function GameBadge({ game, className }: { game: Game; className?: string }) {
  return (
    <Badge tone={badges[game].tone} className={className}>
      {badges[game].label}
    </Badge>
  )
}
