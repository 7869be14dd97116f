import type { Deps } from '#src/deps.ts'
import { loginSessions } from '#src/features/accounts/server/table.ts'

/** Makes every session one that was opened at this instant, for tests whose clock goes on by days. */
export async function logInAgain({ db }: Pick<Deps, 'db'>, at: Date): Promise<void> {
  const expiresAt = new Date(at.getTime() + 24 * 3_600_000)
  await db.update(loginSessions).set({ createdAt: at, lastSeenAt: at, confirmedAt: at, expiresAt })
}
