import { and, eq, getTableColumns, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import { admins, users } from '#src/features/accounts/server/table.ts'
import type { AuditFilters } from '#src/features/audit/contract.ts'
import type { Db } from '#src/platform/database/db.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { readPage } from '#src/platform/http/paging.ts'
import type { AnyCall } from '#src/shared/define-call.ts'
import { auditLog } from './table.ts'

/** What a call is called in the audit: `POST /api/messages`. */
export function nameOf({ method, path }: AnyCall): string {
  return `${method} ${path}`
}

const { listedAdminId, ...shown } = getTableColumns(auditLog)

/** Who acted: the account, or the row in the list of admins of who has none. */
const whose = sql<string>`coalesce(${auditLog.personId}, ${auditLog.listedAdminId})`
const nameOfWhose = sql<string>`coalesce(${users.name}, ${admins.name}, 'Somebody no longer on the list of admins')`

/** What staff did that fits, newest first, one page from `cursor` on, and how much fits. */
export async function listAudit(db: Db, filters: AuditFilters, cursor?: string) {
  const query = db
    .select({ ...shown, personId: whose, personName: nameOfWhose })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.personId))
    .leftJoin(admins, eq(admins.id, auditLog.listedAdminId))
    .$dynamic()
  return readPage(db, query, { table: auditLog, wanted: fits(filters), cursor })
}

/** Everybody who stands in the audit. */
export async function listPeople(db: Db): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(sql`${users.id} in (select ${auditLog.personId} from ${auditLog})`)
    .union(
      db
        .select({ id: admins.id, name: admins.name })
        .from(admins)
        .where(sql`${admins.id} in (select ${auditLog.listedAdminId} from ${auditLog})`),
    )
    .orderBy(sql`name, id`)
}

/** What the person did as staff. */
export async function personalData(db: Db, { id }: Account) {
  const { door, call, about, status, createdAt } = auditLog
  const shown = { door, call, about, status, createdAt }
  return { staffActs: await db.select(shown).from(auditLog).where(eq(auditLog.personId, id)) }
}

function fits({ personId, from, before }: AuditFilters): SQL | undefined {
  return and(
    personId ? or(eq(auditLog.personId, personId), eq(auditLog.listedAdminId, personId)) : undefined,
    from ? gte(auditLog.createdAt, new Date(from)) : undefined,
    before ? lt(auditLog.createdAt, new Date(before)) : undefined,
  )
}
