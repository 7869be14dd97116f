import { isNotNull } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { Env } from '#src/platform/config/env.ts'
import { bareAddress } from '#src/platform/config/setting-forms.ts'
import { beatOnce, lastBeats } from '#src/platform/database/heartbeats.ts'
import { orders } from './table.ts'

/** How long a shop that sells already goes on without saying who sells, in days (PAPER-4). */
const graceDays = 30

/**
 * The settings that production lacks to say who sells: name, address, and a mailbox that somebody reads, which is not that of
 * `MAIL_FROM`. None outside production.
 */
export function missingOfSeller({ production, seller, mailFrom }: Pick<Env, 'production' | 'seller' | 'mailFrom'>) {
  if (!production) return []
  return [
    ...(seller.name === null ? ['SELLER_NAME'] : []),
    ...(seller.address === null ? ['SELLER_ADDRESS'] : []),
    ...(seller.email === bareAddress(mailFrom) ? ['SELLER_EMAIL'] : []),
  ]
}

type Asking = Pick<Deps, 'db' | 'env' | 'now'>

/** Until when payments are taken although nobody says who sells; null: they are not, `'always'`: it is said. */
export async function sellsUntil({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<Date | 'always' | null> {
  if (missingOfSeller(env).length === 0) return 'always'
  const { 'seller-asked': asked } = await lastBeats(db)
  return asked ? new Date(asked.getTime() + graceDays * 24 * 60 * 60_000) : null
}

/** Whether payments are taken now (PAPER-4). */
export async function maySell(deps: Asking): Promise<boolean> {
  const until = await sellsUntil(deps)
  return until === 'always' || (until !== null && until > deps.now())
}

/** At the start: says loudly what is missing, and what follows. A shop that has sold before has 30 days from the first time on. */
export async function askForSeller(deps: Asking & Pick<Deps, 'log'>): Promise<void> {
  const { db, env, now, log } = deps
  const missing = missingOfSeller(env)
  if (missing.length === 0) return
  const [sold] = await db.select({ id: orders.id }).from(orders).where(isNotNull(orders.settledAt)).limit(1)
  if (sold) await beatOnce(db, 'seller-asked', now())
  const until = await sellsUntil(deps)
  const from = until instanceof Date && until > now() ? `from ${until.toISOString()} on ` : ''
  log.error(`Nobody can read who sells: set ${missing.join(', ')}. Until then ${from}no payments are taken.`)
}
