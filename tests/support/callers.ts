import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { listAsAdmin } from '#src/features/accounts/server/staff/admins.ts'
import type { TestApp } from './app.ts'
import { codeIn } from './code-in.ts'

/** Everybody a guard can tell apart. */
export const callers = [
  'nobody',
  'expired session',
  'player',
  'coach',
  'admin',
  'admin session',
  'listed admin',
  'owner',
] as const
export type Caller = (typeof callers)[number]

/** What a fresh session of such a caller sends along. */
export async function proofOf(app: TestApp, caller: Caller): Promise<Record<string, string>> {
  if (caller === 'nobody') return {}
  if (caller === 'expired session') return { authorization: `Bearer ${'x'.repeat(43)}` }
  if (caller === 'listed admin') return { cookie: `admin_session=${await aListedAdmin(app)}` }
  const user = await aUser(app.deps, { isAdmin: caller.startsWith('admin'), isOwner: caller === 'owner' })
  if (caller === 'coach') await aCoach(app.deps, { userId: user.id })
  const authorization = `Bearer ${user.token}`
  if (caller !== 'admin session') return { authorization }
  const payload = { email: user.email, name: user.name }
  const login = { method: 'POST', url: '/api/admin/login', headers: { authorization }, payload } as const
  const [session] = (await app.app.http.inject(login)).cookies.filter(({ name }) => name === 'admin_session')
  return { cookie: `admin_session=${session!.value}` }
}

/** The session of somebody who is on the list of admins and has no account. */
async function aListedAdmin(app: TestApp): Promise<string> {
  const payload = { email: `${crypto.randomUUID()}@listed.test`, name: 'Listed' }
  await listAsAdmin(app.deps.db, payload)
  const logIn = (more: object, cookies = {}) =>
    app.app.http.inject({ method: 'POST', url: '/api/admin/login', payload: { ...payload, ...more }, cookies })
  const [browser] = (await logIn({})).cookies
  await app.runJobs()
  const [mail] = app.sandbox.outbox.list()
  const code = codeIn(mail!.text)
  const entered = await logIn({ code }, { [browser!.name]: browser!.value })
  return entered.cookies.find(({ name }) => name === 'admin_session')!.value
}
