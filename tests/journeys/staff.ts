import type { Page } from '@playwright/test'
import { Client } from 'pg'
import { embeddedPostgresUrl } from '#src/platform/database/embedded-postgres.ts'
import type { Player } from './by-call.ts'
import { signUp } from './fixtures.ts'

async function change(statement: string, email: string): Promise<void> {
  const client = new Client(embeddedPostgresUrl(process.env.E2E_DATA_DIR!)!)
  await client.connect()
  try {
    await client.query(statement, [email])
  } finally {
    await client.end()
  }
}

/** Signs somebody up who is an admin from the start, and an owner if wanted, with a verified e-mail, in this page's browser. */
export async function signUpAdmin(page: Page, name: string, { isOwner = false } = {}): Promise<Player> {
  const admin = await signUp(page, name)
  await change(
    `with staff as (
      update users set is_admin = true, is_owner = ${isOwner}, email_verified_at = now() where email = $1 returning *
    ) insert into admins (id, email, name) select id, email, name from staff`,
    admin.email,
  )
  await page.reload()
  return admin
}

/** Makes it eleven minutes since that person proved who they are, which only time itself can do otherwise. */
export async function ageConfirmation(email: string): Promise<void> {
  await change(
    `update login_sessions set confirmed_at = now() - interval '11 minutes' from users where users.id = user_id and email = $1`,
    email,
  )
}
