import type { WaitingLine } from '#src/features/desk/contract.ts'
import { type WaitingKind, waitingKinds } from '#src/features/desk/waiting-kinds.ts'
import type { Asking, Group, Line, Roles } from './waiting-lines.ts'
import { waitsForOwners } from './waits-for-owners.ts'
import { waitsForStaff } from './waits-for-staff.ts'

/** What waits for somebody with these roles (WHO-2), by kind, the most pressing kind first: how much, and the first of it. */
export async function listWaiting(
  deps: Asking,
  roles: Roles,
): Promise<{ kind: WaitingKind; count: number; to: string; lines: WaitingLine[] }[]> {
  const groups: Partial<Record<WaitingKind, Group>> = {
    ...waitsForStaff(deps, roles),
    ...(roles.isOwner && waitsForOwners(deps.db, roles)),
  }
  const kinds = Object.keys(waitingKinds) as WaitingKind[]
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const group = groups[kind]
      const rows = group ? await group.find() : []
      const lines = mayOnlyCount(kind, roles) ? [] : rows.map(presentLine)
      return { kind, to: group?.to ?? '', count: rows[0]?.total ?? 0, lines }
    }),
  )
  return found.filter(({ count }) => count > 0)
}

/** Owners hear how many applications wait; who applied is for admins. */
const mayOnlyCount = (kind: WaitingKind, { isAdmin }: Roles) => kind === 'application' && !isAdmin

function presentLine({ since, dueBy, id, title, text, to }: Line): WaitingLine {
  return { id, title, text, to, since: since.toISOString(), dueBy: dueBy?.toISOString() ?? null }
}
