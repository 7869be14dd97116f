import { portraitOf } from '#src/features/coaches/portrait.ts'
import { coloursOf, type WireGame } from '#src/shared/games.ts'

/** A geometric portrait: its parts are chosen by the name, so a coach always looks the same, its colours by the game. */
export function GamerAvatar({ name, game }: { name: string; game: WireGame }) {
  const { main, text, deep } = coloursOf(game)
  const parts = portraitOf(name)
  return (
    <svg viewBox="0 0 320 200" aria-hidden="true" className="block w-full">
      <rect width="320" height="200" fill={deep} />
      <path d={parts.backdrop} fill={main} opacity="0.28" />
      <path d={parts.body} fill={main} />
      <path d={parts.crest} fill={text} />
      <path d={parts.helmet} fill="var(--color-strong)" />
      <path d={parts.visor} fill="var(--color-ink)" />
      <path d={parts.mouth} fill={main} />
    </svg>
  )
}
