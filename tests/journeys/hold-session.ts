import { Client } from 'pg'
import { embeddedPostgresUrl } from '#src/platform/database/embedded-postgres.ts'

/** Makes a booked one-hour session have begun some hours ago, which only time itself can do otherwise. */
export function holdSession(bookingId: string, hoursAgo = 2): Promise<void> {
  return beginSession(bookingId, -60 * hoursAgo)
}

/** The same, in so many minutes, which may be negative. */
export async function beginSession(bookingId: string, inMinutes: number): Promise<void> {
  const client = new Client(embeddedPostgresUrl(process.env.E2E_DATA_DIR!)!)
  await client.connect()
  try {
    await client.query(
      `update bookings set starts_at = now() + make_interval(mins => $2),
        ends_at = now() + make_interval(mins => $2 + 60) where id = $1`,
      [bookingId, inMinutes],
    )
  } finally {
    await client.end()
  }
}

/** Makes the time over in which a player could choose after a call-off. */
export async function endChoice(bookingId: string): Promise<void> {
  const client = new Client(embeddedPostgresUrl(process.env.E2E_DATA_DIR!)!)
  await client.connect()
  try {
    await client.query('update session_choices set deadline = now() where booking_id = $1', [bookingId])
  } finally {
    await client.end()
  }
}
