import { findService } from '#src/features/bookings/services.ts'
import { showDollars, toDecimal } from '#src/shared/money.ts'

/** What a service costs, as the database (2900), our JSON (`'29.00'`) and people (`'$29'`) write it, and half of it. Throws for an unknown id. */
export function priceOf(id: string) {
  const service = findService(id)
  if (!service) throw new Error(`no service ${id}`)
  const cents = service.price
  return { cents, decimal: toDecimal(cents), half: toDecimal(Math.floor(cents / 2)), shown: showDollars(cents) }
}

/** The prices of the service and of the package that tests book where it does not matter which. */
export const basic = priceOf('1on1-basic')
export const pro = priceOf('package-pro')
