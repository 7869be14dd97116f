import { portraitOf } from '#src/features/coaches/portrait.ts'
import type { WireGame } from '#src/shared/games.ts'

/**
 * A drawn portrait: its traits are chosen by the name, so a coach always looks the same, its background by the game. In a
 * place of another shape than 16:10 it fills the place.
 */
export function GamerAvatar({ name, game }: { name: string; game: WireGame }) {
  return (
    <svg viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className="block w-full">
      {portraitOf(name, game).map((shape) => (
        <path key={shape.d} {...shape} />
      ))}
    </svg>
  )
}
