import type { PackageId } from '#src/bookings/catalogue.ts'
import type { Coach } from '#src/coaches/contract.ts'

/** What a Book button hands to the booking dialog. */
export type Offer = {
  /** Null leaves the choice of coach to the dialog. */
  coach: Coach | null
  coachName: string
  title: string
  game: 'rocket-league' | 'fortnite'
  packageId?: PackageId
}
