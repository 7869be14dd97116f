import type { FastifyRequest } from 'fastify'
import type { Who } from '#src/shared/define-call.ts'
import { NotAllowed, Unauthorized } from './errors.ts'

/** The caller's account, as read from the database for this request. */
export type Account = {
  id: string
  name: string
  email: string
  isOwner: boolean
  isAdmin: boolean
  emailVerified: boolean
  /** Logged in through the admin area's own login (ADR 012). */
  byAdminLogin?: true
  /** Roles that are inactive until the account sets up the second factor the owner requires (ADR 013). */
  waitingRoles?: { isOwner: boolean; isAdmin: boolean }
}

/**
 * An admin on the list without an account, logged in through the admin area (ADR 012): may use that area and nothing
 * else. `id` is the row in the list, never a user id.
 */
export type ListedAdmin = { id: string; name: string; email: string }

export type Proof = {
  confirmedAt: Date | null
  /** Whether that was within the last ten minutes. */
  isFresh: boolean
  /** How to confirm again. */
  by: 'password' | 'code' | 'admin-login'
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's account, null for visitors. A hook of the accounts feature sets it; guards only read it. */
    account: Account | null
    /** The caller in the admin area without an account, else null. If set, `account` is null. */
    listedAdmin: ListedAdmin | null
    /** The login session of the call; absent for visitors and in the admin area alone. */
    loginSessionId?: string
    /** How the caller authenticated; absent for visitors. Hooks of the accounts feature set it. */
    proof?: Proof
  }
}

const refusals: Record<
  Exclude<Who, 'everybody' | 'account' | 'coach' | 'coach-or-staff'>,
  [(account: Account) => boolean, string]
> = {
  owner: [(account) => account.isOwner, 'Access Denied: You need owner privileges to access this dashboard.'],
  admin: [(account) => account.isAdmin, 'Admin Access Required'],
  'owner-or-admin': [(account) => account.isOwner || account.isAdmin, 'Admin Access Required'],
  'admin-area': [(account) => account.isAdmin, 'Admin Access Required'],
}

/**
 * Authorizes the caller. Throws `Unauthorized` (not signed in) or `NotAllowed` (wrong role). The coaches' own hook has
 * already checked whether the account is a coach's.
 */
export function checkWho(who: Who, account: Account | null, listedAdmin: ListedAdmin | null = null): void {
  if (who === 'everybody') return
  if (who === 'admin-area' && listedAdmin) return
  if (listedAdmin) throw new NotAllowed('Admin Access Required')
  if (!account) throw new Unauthorized()
  if (who === 'account' || who === 'coach' || who === 'coach-or-staff') return
  const [allowed, message] = refusals[who]
  if (allowed(account)) return
  if (account.waitingRoles && allowed({ ...account, ...account.waitingRoles })) throw factorMissing()
  throw new NotAllowed(message)
}

/** For staff who must set up the second factor before their roles count; sends the browser there. */
export function factorMissing(): NotAllowed {
  return new NotAllowed('Everybody on the team needs a second step. Please set it up on your account page first.', {
    reason: 'second-factor',
  })
}

/**
 * Throws `NotAllowed` unless the caller confirmed their identity recently, so that a session left open is not enough.
 * The browser asks for the confirmation and repeats the call.
 */
export function checkConfirmed({ proof }: FastifyRequest): void {
  if (proof?.isFresh) return
  const message =
    proof?.by === 'admin-login'
      ? 'The admin area alone does not do this. Please log in to your account, and do it there.'
      : 'Please confirm that it is you.'
  throw new NotAllowed(message, { reason: 'confirm', by: proof?.by })
}

/** The caller in the admin area: an admin's account, or a listed admin without one. */
export function inAdminArea(request: FastifyRequest): Account | ListedAdmin {
  return request.listedAdmin ?? signedIn(request)
}

/** The account behind a guarded call. Throws `Unauthorized` when there is none. */
export function signedIn(request: FastifyRequest): Account {
  if (!request.account) throw new Unauthorized()
  return request.account
}
