import { useId } from 'react'
import type { ControllerRenderProps } from 'react-hook-form'
import { filledTile, RadioTile } from '#src/features/bookings/web/picker/radio-tile.tsx'
import { gameLabel, wireGames } from '#src/shared/games.ts'
import { useProblem } from '#src/ui/controls/problems.ts'

// biome-ignore lint/suspicious/noExplicitAny: a field of whatever form has one
type GameChoiceProps = { field: ControllerRenderProps<any, 'gameExpertise'>; error?: string }

/** Which game somebody coaches, as one group of radio buttons. */
export function GameChoice({ field, error }: GameChoiceProps) {
  const id = useId()
  const errorId = `${id}-error`
  const label = 'Game expertise'
  useProblem(id, label, error)
  return (
    <fieldset id={id} aria-describedby={error && errorId} className="flex min-w-0 flex-col gap-1.5 sm:col-span-2">
      <legend className="mb-1.5 font-medium text-strong">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {wireGames.map((game) => (
          <RadioTile
            key={game}
            name={field.name}
            checked={field.value === game}
            onChoose={() => field.onChange(game)}
            className={`flex min-h-11 items-center justify-center px-4 py-2 ${filledTile}`}
          >
            {/* APPLY-1 */}
            {gameLabel(game, 'Both')}
          </RadioTile>
        ))}
      </div>
      {error && (
        <p id={errorId} className="text-bad text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}
