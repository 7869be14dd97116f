import { Client } from 'pg'
import { embeddedPostgresUrl } from '#src/platform/database/embedded-postgres.ts'

/** Makes a booked session have begun two hours ago, which only time itself can do otherwise. */
export async function holdSession(bookingId: string): Promise<void> {
  const client = new Client(embeddedPostgresUrl(process.env.E2E_DATA_DIR!)!)
  await client.connect()
  try {
    await client.query(
      `update bookings set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1`,
      [bookingId],
    )
  } finally {
    await client.end()
  }
}
