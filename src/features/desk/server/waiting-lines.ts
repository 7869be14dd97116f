import { sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { WaitingLine } from '#src/features/desk/contract.ts'
import type { Account } from '#src/platform/http/guards.ts'

/** Who reads: without an id nobody in particular, who is told nothing that must not reach one of the team. */
export type Roles = Pick<Account, 'isOwner' | 'isAdmin'> & { id?: string }
export type Asking = Pick<Deps, 'db' | 'now'>

/** A thing that waits, with the number of all of its kind. */
export type Line = Omit<WaitingLine, 'since' | 'dueBy'> & { since: Date; dueBy?: Date | null; total: number }
/** Where all of a kind are, and the first of them. */
export type Group = { to: string; find(): Promise<Line[]> }

/** So many of a kind are listed. */
export const atMost = 20
/** The number of all rows, beside each of those that are read. */
export const total = sql<number>`count(*) over ()`.mapWith(Number)

export function firstWords(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
