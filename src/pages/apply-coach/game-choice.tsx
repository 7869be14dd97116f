import { useId } from 'react'
import type { ControllerRenderProps } from 'react-hook-form'
import { filledTile, RadioTile } from '#src/bookings/web/radio-tile.tsx'
import { type Game, gameLabels, games } from '#src/shared/game.ts'

/** The options as the form words them (specification part 9). */
const labels: Record<Game, string> = { ...gameLabels, both: 'Both' }

// biome-ignore lint/suspicious/noExplicitAny: a field of whatever form has one
type GameChoiceProps = { field: ControllerRenderProps<any, 'gameExpertise'>; error?: string }

/** Which game somebody coaches, as one group of radio buttons. */
export function GameChoice({ field, error }: GameChoiceProps) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error && errorId} className="flex min-w-0 flex-col gap-1.5 sm:col-span-2">
      <legend className="mb-1.5 font-medium text-strong">Game expertise</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {games.map((game) => (
          <RadioTile
            key={game}
            name={field.name}
            checked={field.value === game}
            onChoose={() => field.onChange(game)}
            className={`flex min-h-11 items-center justify-center px-4 py-2 ${filledTile}`}
          >
            {labels[game]}
          </RadioTile>
        ))}
      </div>
      {error && (
        <p id={errorId} role="alert" className="text-bad text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}
