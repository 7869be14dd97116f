import { anyCoachName, type Package } from '#src/features/bookings/services.ts'
import type { OpenedOffer } from './choice.ts'

/** What a package's Book Now opens the dialog with: itself chosen, the coach still to choose (SELL-3). */
export function packageOffer({ id, title }: Package): OpenedOffer {
  return { ...anyOffer, title: `${title} Session`, packageId: id }
}

/** All seven with nothing chosen. */
export const anyOffer: OpenedOffer = {
  ...{ coach: null, coachName: anyCoachName, title: 'All seven offers' },
  game: 'fortnite',
}
