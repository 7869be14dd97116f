import { coloursOf, gameLabel, type WireGame } from '#src/shared/games.ts'
import { Badge } from '#src/ui/controls/badge.tsx'

/** A game in its colour. */
export function GameBadge({ game, className }: { game: WireGame; className?: string }) {
  const { text, deep } = coloursOf(game)
  return (
    <Badge style={{ color: text, backgroundColor: deep }} className={className}>
      {gameLabel(game)}
    </Badge>
  )
}
