import { papers } from '#src/shared/papers.ts'
import { type CancellationPolicy, type Owed, policyUnder, type Withdrawal } from './rules.ts'
import type { Service } from './services.ts'

/** What was sold, as orders and bookings keep it: the catalogue may change or lose a service, these facts stay. */
export type Sold = {
  serviceId: string
  serviceName: string
  minutes: number
  capacity: number
  includes: string
  owed: Owed | null
  terms: CancellationPolicy
  /** The version of the Terms page then; null: from before it had versions. */
  termsVersion: number | null
}

/** The facts of a service that is being sold right now, under this setting; what is given away has no right to withdraw. */
export function soldNow({ id, name, minutes, capacity, includes, owed }: Service, withdrawal: Withdrawal = null): Sold {
  const termsVersion = papers.terms.version
  const terms = policyUnder(withdrawal)
  return { serviceId: id, serviceName: name, minutes, capacity, includes, owed, terms, termsVersion }
}
