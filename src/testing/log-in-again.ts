import { sessions } from '#src/accounts/server/table.ts'
import type { Deps } from '#src/server/deps.ts'

/** Makes every session one that was opened at this instant, for tests whose clock goes on by days. */
export async function logInAgain({ db }: Pick<Deps, 'db'>, at: Date): Promise<void> {
  const expiresAt = new Date(at.getTime() + 24 * 3_600_000)
  await db.update(sessions).set({ createdAt: at, lastSeenAt: at, confirmedAt: at, expiresAt })
}
