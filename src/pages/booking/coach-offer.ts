import type { Coach } from '#src/coaches/contract.ts'
import type { Choice, OpenedOffer } from './choice.ts'

/** What a coach's Book Session button opens the dialog with; `chosen` is what the player has picked already. */
export function coachOffer(coach: Coach, chosen: Partial<Choice> = {}): OpenedOffer {
  const game = coach.gameExpertise === 'fortnite' ? 'fortnite' : 'rocket-league'
  return {
    coach,
    coachName: coach.name,
    title: coach.title,
    game,
    choice: { game, coachId: coach.id, serviceId: null, date: null, time: null, ...chosen },
  }
}
