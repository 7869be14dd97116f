import { portraitOf } from '#src/coaches/portrait.ts'
import type { Game } from '#src/shared/game.ts'

const palettes = {
  'rocket-league': { back: 'var(--color-rl-deep)', main: 'var(--color-rl)', light: 'var(--color-rl-text)' },
  fortnite: { back: 'var(--color-fn-deep)', main: 'var(--color-fn)', light: 'var(--color-fn-text)' },
  both: { back: 'var(--color-raised)', main: 'var(--color-edge)', light: 'var(--color-soft)' },
}

/** A geometric portrait: its parts are chosen by the name, so a coach always looks the same, its colours by the game. */
export function GamerAvatar({ name, game }: { name: string; game: Game }) {
  const { back, main, light } = palettes[game]
  const parts = portraitOf(name)
  return (
    <svg viewBox="0 0 320 200" aria-hidden="true" className="block w-full">
      <rect width="320" height="200" fill={back} />
      <path d={parts.backdrop} fill={main} opacity="0.28" />
      <path d={parts.body} fill={main} />
      <path d={parts.crest} fill={light} />
      <path d={parts.helmet} fill="var(--color-strong)" />
      <path d={parts.visor} fill="var(--color-ink)" />
      <path d={parts.mouth} fill={main} />
    </svg>
  )
}
