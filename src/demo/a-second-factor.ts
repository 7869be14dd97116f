import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Deps } from '#src/deps.ts'
import { hashToken } from '#src/features/accounts/server/sign-in/login-sessions.ts'
import { loginSessions, recoveryCodes, secondFactors } from '#src/features/accounts/server/table.ts'

/**
 * Turns the second step of an account on, for tests: its open sessions have proved it. Returns the authenticator app, which shows the code of an instant,
 * and one recovery code.
 */
export async function aSecondFactor(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id }: { id: string },
): Promise<{ codeAt(instant: Date): string; recoveryCode: string }> {
  const secret = new Secret({ size: 20 })
  const recoveryCode = new Secret({ size: 15 }).base32
  await db.insert(secondFactors).values({ userId: id, secret: secret.base32, onSince: now() })
  await db.insert(recoveryCodes).values({ userId: id, codeHash: hashToken(recoveryCode) })
  await db.update(loginSessions).set({ provedFactor: true }).where(eq(loginSessions.userId, id))
  return { codeAt: (instant) => TOTP.generate({ secret, timestamp: instant.getTime() }), recoveryCode }
}
