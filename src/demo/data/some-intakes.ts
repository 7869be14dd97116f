import { and, eq, gt } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { intakes } from '#src/features/sessions/server/table.ts'
import type { Account } from '#src/platform/http/guards.ts'

const said = [
  {
    rank: 'Diamond II',
    goal: 'Champion before the season ends',
    holdsBack: 'I read the first touch late, and panic when two of them rush me.',
    links: ['https://ballchasing.com/replay/demo-rimshot', 'https://clips.example.com/rimshot-whiff'],
  },
  { rank: 'Platinum III', goal: 'Stop being last man back', holdsBack: 'Rotations in 3v3.', links: [] },
  { rank: 'Elite', goal: 'Win one box fight in two', holdsBack: null, links: ['https://clips.example.com/nacho-box'] },
]

/** For the demo: what some players said before their sessions ahead. It sends no mail. */
export async function someIntakes({ db, now }: Deps, players: Pick<Account, 'id'>[]): Promise<void> {
  for (const [i, words] of said.entries()) {
    const ahead = await db
      .select({ bookingId: bookings.id })
      .from(bookings)
      .where(and(eq(bookings.playerId, players[i]!.id), eq(bookings.status, 'confirmed'), gt(bookings.startsAt, now())))
    await db.insert(intakes).values(ahead.map(({ bookingId }) => ({ bookingId, ...words, updatedAt: now() })))
  }
}
