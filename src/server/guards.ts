import type { FastifyRequest } from 'fastify'
import type { Who } from '#src/shared/define-call.ts'
import { NotAllowed, Unauthorized } from './errors.ts'

/** Somebody with an account, as read from the database for this very request. */
export type Account = {
  id: string
  name: string
  email: string
  isOwner: boolean
  isAdmin: boolean
  emailVerified: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls: null for a visitor. The accounts noun's hook fills it; guards only read it. */
    account: Account | null
  }
}

const refusals: Record<
  Exclude<Who, 'everybody' | 'player' | 'coach' | 'coach-or-staff'>,
  [(account: Account) => boolean, string]
> = {
  owner: [(account) => account.isOwner, 'Access Denied: You need owner privileges to access this dashboard.'],
  admin: [(account) => account.isAdmin, 'Admin Access Required'],
  'owner-or-admin': [(account) => account.isOwner || account.isAdmin, 'Admin Access Required'],
}

/**
 * Lets the caller through or throws `Unauthorized` (nobody is signed in) or `NotAllowed` (the wrong role). Whether an
 * account is a coach's, the coaches' own hook has asked before.
 */
export function checkWho(who: Who, account: Account | null): void {
  if (who === 'everybody') return
  if (!account) throw new Unauthorized()
  if (who === 'player' || who === 'coach' || who === 'coach-or-staff') return
  const [allowed, message] = refusals[who]
  if (!allowed(account)) throw new NotAllowed(message)
}

/** The account behind a guarded call. Throws `Unauthorized` when there is none. */
export function signedIn(request: FastifyRequest): Account {
  if (!request.account) throw new Unauthorized()
  return request.account
}
