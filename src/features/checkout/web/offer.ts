import type { PackageId } from '#src/features/bookings/services.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import type { PlayedGame } from '#src/shared/games.ts'

/** What a Book button hands to the booking dialog. */
export type Offer = {
  /** Null leaves the choice of coach to the dialog. */
  coach: Coach | null
  coachName: string
  title: string
  game: PlayedGame
  packageId?: PackageId
}
