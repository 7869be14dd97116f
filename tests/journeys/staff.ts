import type { Locator, Page } from '@playwright/test'
import { Client } from 'pg'
import { embeddedPostgresUrl } from '#src/platform/database/embedded-postgres.ts'
import type { Player } from './by-call.ts'
import { expect, signUp, test } from './fixtures.ts'

/** Changes the demo's database, where only time or a mail could otherwise. `$1` in the statement is the e-mail. */
export async function change(statement: string, email: string): Promise<void> {
  const client = new Client(embeddedPostgresUrl(process.env.E2E_DATA_DIR!)!)
  await client.connect()
  try {
    await client.query(statement, [email])
  } finally {
    await client.end()
  }
}

/** Signs up an admin, also an owner if wanted, with a verified e-mail, in this page's browser. */
export async function signUpAdmin(page: Page, name: string, { isOwner = false } = {}): Promise<Player> {
  const admin = await signUp(page, name)
  await change(
    `with staff as (
      update users set is_admin = true, is_owner = ${isOwner}, email_verified_at = now() where email = $1 returning *
    ) insert into admins (id, email, name) select id, email, name from staff`,
    admin.email,
  )
  return admin
}

/** Makes it eleven minutes since that person proved who they are, which only time itself can do otherwise. */
export async function ageConfirmation(email: string): Promise<void> {
  await change(
    `update login_sessions set confirmed_at = now() - interval '11 minutes' from users where users.id = user_id and email = $1`,
    email,
  )
}

/**
 * Does something from Today on, and fails where it takes more than three presses of links and buttons; what is typed and
 * chosen on the way is none.
 */
export async function inThreePresses(
  page: Page,
  what: string,
  act: (press: (target: Locator) => Promise<void>) => Promise<void>,
): Promise<void> {
  await test.step(what, async () => {
    let presses = 0
    await page.goto('/today')
    await act((target) => {
      presses += 1
      return target.click()
    })
    expect(presses, what).toBeLessThanOrEqual(3)
  })
}

/** Logs out from one of the rooms of staff and coaches. */
export async function logOutOfRooms(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile) await page.getByRole('button', { name: 'More pages' }).click()
  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click()
}
