import { useQuery } from '@tanstack/react-query'
import { anyCoachLabel } from '#src/features/bookings/services.ts'
import { filledTile, RadioTile } from '#src/features/bookings/web/picker/radio-tile.tsx'
import { coachesQuery } from '#src/features/coaches/web/coaches-query.ts'
import { expertiseOf, games, type PlayedGame } from '#src/shared/games.ts'
import { cx } from '#src/ui/class-names.ts'
import { Field, Select } from '#src/ui/controls/field.tsx'
import type { Choice } from './choice.ts'

type GameChoiceProps = { offered: PlayedGame[]; game: Choice['game']; onChoose(game: Choice['game']): void }

/** Which game to play. */
export function GameChoice({ offered, game, onChoose }: GameChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-strong">Game</legend>
      <div className="grid gap-2 min-[15rem]:grid-cols-2">
        {offered.map((each) => (
          <RadioTile
            key={each}
            name="game"
            checked={each === game}
            onChoose={() => onChoose(each)}
            className={cx('px-3 py-2.5 text-center', filledTile)}
          >
            {games[each].label}
          </RadioTile>
        ))}
      </div>
    </fieldset>
  )
}

type CoachChoiceProps = { game: Choice['game']; coachId: string | null; onChoose(coachId: string | null): void }

/** A coach of the game, or any available one. */
export function CoachChoice({ game, coachId, onChoose }: CoachChoiceProps) {
  const { data: coaches = [] } = useQuery(coachesQuery)
  return (
    <Field label="Coach" hint={coachId ? undefined : 'We pick a free coach of your game for you.'}>
      <Select value={coachId ?? ''} onChange={(event) => onChoose(event.target.value || null)}>
        <option value="">{anyCoachLabel}</option>
        {coaches
          .filter((coach) => expertiseOf(coach.gameExpertise).includes(game))
          .map((coach) => (
            <option key={coach.id} value={coach.id}>
              {coach.name}, {coach.title}
            </option>
          ))}
      </Select>
    </Field>
  )
}
