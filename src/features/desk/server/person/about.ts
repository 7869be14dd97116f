import type { Deps } from '#src/deps.ts'
import type { PersonLine } from '#src/features/desk/person-contract.ts'
import type { Account } from '#src/platform/http/guards.ts'
import type { Person } from './visible.ts'

/** Whom a section is about, and who reads it. */
export type About = { db: Deps['db']; staff: Account; person: Person }
/** The newest of a section, and where all of them are. */
export type Section = { all: string | null; lines: PersonLine[] }

/** So many of each are shown. */
export const atMost = 5
