import { randomBytes } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { endAllLoginSessions } from '#src/features/accounts/server/sign-in/login-sessions.ts'
import { hashPassword } from '#src/features/accounts/server/sign-in/passwords.ts'
import { users } from '#src/features/accounts/server/table.ts'

/** The accounts that the README names, each with a password. */
export type DemoPasswords = Record<
  'owner@demo.test' | 'admin@demo.test' | 'coach@demo.test' | 'player@demo.test',
  string
>

/** Fresh passwords of 96 random bits. */
export function newPasswords(): DemoPasswords {
  return {
    'owner@demo.test': newSecret(),
    'admin@demo.test': newSecret(),
    'coach@demo.test': newSecret(),
    'player@demo.test': newSecret(),
  }
}

/**
 * Gives the demo's accounts these passwords in place of the README's, all others of `demo.test` one that nobody knows,
 * and ends every session of theirs.
 */
export async function replacePasswords(deps: Deps, passwords: DemoPasswords): Promise<void> {
  const accounts = await deps.db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(like(users.email, '%@demo.test'))
  const nobodys = await hashPassword(newSecret())
  for (const { id, email } of accounts) {
    const password = (passwords as Record<string, string>)[email]
    const passwordHash = password ? await hashPassword(password) : nobodys
    await deps.db.transaction(async (tx) => {
      await tx.update(users).set({ passwordHash }).where(eq(users.id, id))
      await endAllLoginSessions(tx, id)
    })
  }
}

/** A fresh secret of 96 random bits. */
export function newSecret(): string {
  return randomBytes(12).toString('base64url')
}
