import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { users } from '#src/features/accounts/server/table.ts'
import { coachedBefore, isTheirsWith } from '#src/features/bookings/server/bookings.ts'
import { reportMessages, reports } from '../table.ts'

/**
 * Whether the row of `reports`, beside its row of `bookings`, may be about a member of staff, who then learns nothing of it
 * (SAFE-1): they are concerned by the session with the reported coach, or, while somebody else can read it, coached it
 * before or wrote as the team in what was copied of its chat. `who`: an account's id, or the column with it.
 */
export function mayBeAbout(who: string | SQLWrapper): SQL<boolean> {
  const isTheirs = (id: string | SQLWrapper) => isTheirsWith(reports.coachId, id)
  const isPerhaps = (id: string | SQLWrapper) => or(coachedBefore(id), wrote(id))
  const hasReader = sql`exists (select from ${users} where (${users.isOwner} or ${users.isAdmin})
    and not ${or(isTheirs(users.id), isPerhaps(users.id))})`
  return sql<boolean>`(${isTheirs(who)} or ${isPerhaps(who)} and ${hasReader})`
}

const wrote = (id: string | SQLWrapper) => sql`exists (select from ${reportMessages} m
  where m.report_id = ${reports.id} and m.side <> 'player' and m.sender_id = ${id})`
