import { and, eq, getTableColumns, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { admins, users } from '#src/features/accounts/server/table.ts'
import type { AuditFilters } from '#src/features/audit/contract.ts'
import { contains } from '#src/platform/database/contains.ts'
import type { Db } from '#src/platform/database/db.ts'
import { byName } from '#src/platform/database/fold.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { newestFirst, readPage } from '#src/platform/http/paging.ts'
import { auditLog } from './table.ts'

export { type FindNames, forgetSentences } from './sentences.ts'

const { listedAdminId, ...shown } = getTableColumns(auditLog)

/** Who acted: the account, or for an admin without account the row in the list of admins. */
const whose = sql<string>`coalesce(${auditLog.personId}, ${auditLog.listedAdminId})`
const nameOfWhose = sql<string>`coalesce(${users.name}, ${admins.name}, 'Somebody no longer on the list of admins')`

/** Which acts are wanted: `calls` are the names of those of the wanted kind. */
type Wanted = Omit<AuditFilters, 'kind'> & { calls?: string[] }

/** What staff did that fits, newest first, one page from `cursor` on, and how much fits. */
export async function listAudit(db: Db, wanted: Wanted, cursor?: string) {
  return readPage(db, withPeople(db), { table: auditLog, wanted: fits(wanted), cursor })
}

/** One such page of so many acts, without counting all. */
export async function auditPage(db: Db, wanted: Wanted, cursor: string | undefined, atMost: number) {
  const { after, order } = newestFirst(auditLog, cursor)
  return withPeople(db)
    .where(and(fits(wanted), after))
    .orderBy(...order)
    .limit(atMost)
}

function withPeople(db: Db) {
  return db
    .select({ ...shown, personId: whose, personName: nameOfWhose })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.personId))
    .leftJoin(admins, eq(admins.id, auditLog.listedAdminId))
    .$dynamic()
}

/** All people named in the audit. */
export async function listPeople(db: Db): Promise<{ id: string; name: string }[]> {
  const people = db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(sql`${users.id} in (select ${auditLog.personId} from ${auditLog})`)
    .union(
      db
        .select({ id: admins.id, name: admins.name })
        .from(admins)
        .where(sql`${admins.id} in (select ${auditLog.listedAdminId} from ${auditLog})`),
    )
    .as('people')
  return db.select().from(people).orderBy(byName(people.name), people.id)
}

/** What the person did as staff, and what is kept of them as a coach. */
export async function personalData(db: Db, { id }: Account) {
  const { door, call, about, status, createdAt } = auditLog
  const shown = { door, call, about, status, createdAt }
  return { staffActs: await db.select(shown).from(auditLog).where(eq(auditLog.personId, id)) }
}

function fits({ q, calls, personId, from, before }: Wanted): SQL | undefined {
  return and(
    q ? contains(auditLog, q) : undefined,
    calls && inArray(auditLog.call, calls),
    personId ? or(eq(auditLog.personId, personId), eq(auditLog.listedAdminId, personId)) : undefined,
    from ? gte(auditLog.createdAt, new Date(from)) : undefined,
    before ? lt(auditLog.createdAt, new Date(before)) : undefined,
  )
}
