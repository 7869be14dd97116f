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
  /** Came in through the admin area's own login (ADR 012). */
  byAdminLogin?: true
  /** Roles that do not count before their holder has set up the second step, which the owner demands (ADR 013). */
  waitingRoles?: { isOwner: boolean; isAdmin: boolean }
}

/**
 * Somebody on the list of admins who has no account, in through the admin area's login (ADR 012): may do what that area
 * does, nothing else. `id` is that of their row in the list, never a user's.
 */
export type ListedAdmin = { id: string; name: string; email: string }

export type Proof = {
  confirmedAt: Date | null
  /** Whether that was within the last ten minutes. */
  isFresh: boolean
  /** What proves it again. */
  by: 'password' | 'code' | 'admin-login'
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls: null for a visitor. The accounts noun's hook fills it; guards only read it. */
    account: Account | null
    /** Who calls without an account, from the admin area; null for everybody else. `account` is null then. */
    listedAdmin: ListedAdmin | null
    /** The session of an account that the call came with, whoever acts by it; absent for visitors and in the admin area alone. */
    sessionId?: string
    /** How the caller proved who they are; absent for visitors. The accounts noun's hooks fill it. */
    proof?: Proof
  }
}

const refusals: Record<
  Exclude<Who, 'everybody' | 'player' | 'coach' | 'coach-or-staff'>,
  [(account: Account) => boolean, string]
> = {
  owner: [(account) => account.isOwner, 'Access Denied: You need owner privileges to access this dashboard.'],
  admin: [(account) => account.isAdmin, 'Admin Access Required'],
  'owner-or-admin': [(account) => account.isOwner || account.isAdmin, 'Admin Access Required'],
  'admin-area': [(account) => account.isAdmin, 'Admin Access Required'],
}

/**
 * Lets the caller through or throws `Unauthorized` (nobody is signed in) or `NotAllowed` (the wrong role). Whether an
 * account is a coach's, the coaches' own hook has asked before.
 */
export function checkWho(who: Who, account: Account | null, listedAdmin: ListedAdmin | null = null): void {
  if (who === 'everybody') return
  if (who === 'admin-area' && listedAdmin) return
  if (listedAdmin) throw new NotAllowed('Admin Access Required')
  if (!account) throw new Unauthorized()
  if (who === 'player' || who === 'coach' || who === 'coach-or-staff') return
  const [allowed, message] = refusals[who]
  if (allowed(account)) return
  if (account.waitingRoles && allowed({ ...account, ...account.waitingRoles })) throw factorMissing()
  throw new NotAllowed(message)
}

/** For staff whose roles wait until the second step that the owner demands is set up; leads the browser there. */
export function factorMissing(): NotAllowed {
  return new NotAllowed('Everybody on the team needs a second step. Please set it up on your account page first.', {
    reason: 'second-factor',
  })
}

/**
 * Throws `NotAllowed` unless the caller proved a short while ago who they are: a session somebody left open must not do
 * this. The browser asks for the proof and repeats the call by itself.
 */
export function checkConfirmed({ proof }: FastifyRequest): void {
  if (proof?.isFresh) return
  const message =
    proof?.by === 'admin-login'
      ? 'The admin area alone does not do this. Please log in to your account, and do it there.'
      : 'Please confirm that it is you.'
  throw new NotAllowed(message, { reason: 'confirm', by: proof?.by })
}

/** Who makes a call of the admin area: an admin's account, or who is on the list without one. */
export function inAdminArea(request: FastifyRequest): Account | ListedAdmin {
  return request.listedAdmin ?? signedIn(request)
}

/** The account behind a guarded call. Throws `Unauthorized` when there is none. */
export function signedIn(request: FastifyRequest): Account {
  if (!request.account) throw new Unauthorized()
  return request.account
}
