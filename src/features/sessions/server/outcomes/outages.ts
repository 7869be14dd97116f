import { desc, eq, isNull } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { outages } from '../table.ts'

/** A longer silence than this, in milliseconds, was an outage. */
const longest = 3 * 60_000

/** Notes that our service runs, once a minute. After a longer silence an outage is written down: nobody could press anything. */
export async function noteRunning({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    const [last] = await tx
      .select()
      .from(outages)
      .where(isNull(outages.to))
      .orderBy(desc(outages.from))
      .limit(1)
      .for('update')
    if (last && +at - +last.from <= longest) await tx.update(outages).set({ from: at }).where(eq(outages.id, last.id))
    else {
      if (last) await tx.update(outages).set({ to: at }).where(eq(outages.id, last.id))
      await tx.insert(outages).values({ from: at })
    }
  })
}
