import type { Coach } from '#src/features/coaches/contract.ts'
import { expertiseOf } from '#src/shared/games.ts'
import type { Choice, OpenedOffer } from './choice.ts'

/** What a coach's Book Session button opens the dialog with; `chosen` is what the player has picked already. */
export function coachOffer(coach: Coach, chosen: Partial<Choice> = {}): OpenedOffer {
  const [game] = expertiseOf(coach.gameExpertise)
  return {
    coach,
    coachName: coach.name,
    title: coach.title,
    game,
    choice: { game, coachId: coach.id, serviceId: null, date: null, time: null, ...chosen },
  }
}
