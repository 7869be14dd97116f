import { eq, sql } from 'drizzle-orm'
import { aUser } from '#src/demo/a-user.ts'
import { accountVerified } from '#src/features/accounts/events.ts'
import { users } from '#src/features/accounts/server/table.ts'
import * as calls from '#src/features/applications/contract.ts'
import { coachApplications } from '#src/features/applications/server/table.ts'
import { checkCoach } from '#src/features/coaches/contract.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { startTestApp } from '../app.ts'

export type Person = Awaited<ReturnType<typeof aUser>>

/** The app, two admins, and how applications are decided about; the first admin does unless told otherwise. */
export async function startReviews() {
  const t = await startTestApp()
  const admin = await aUser(t.deps, { isAdmin: true })
  const other = await aUser(t.deps, { isAdmin: true })
  const decide = (id: string, body: object, who: Person = admin) =>
    t.call(calls.reviewApplication, { params: { id }, body }, who.token)
  return {
    ...{ t, admin, other, decide },
    approve: (id: string, body = {}, who?: Person) => decide(id, { status: 'approved', ...body }, who),
    reject: (id: string, body = {}, who?: Person) => decide(id, { status: 'rejected', ...body }, who),
    isCoach: async (who: Person) => (await t.call(checkCoach, { query: { email: who.email } }, who.token)).body,
    mailsTo: (address: string) => t.sandbox.outbox.list().filter(({ to }) => to === address),
    coachOf: async (applicationId: string) => {
      const [row] = await t.deps.db
        .select({ coach: coaches })
        .from(coachApplications)
        .innerJoin(coaches, eq(coaches.id, coachApplications.coachId))
        .where(eq(coachApplications.id, applicationId))
      return row?.coach ?? null
    },
    /** What redeeming a code does, without the code. */
    verify: async (account: Person) => {
      await t.deps.db.transaction(async (tx) => {
        await tx.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, account.id))
        await t.deps.jobs.emit(tx, accountVerified, { accountId: account.id })
      })
      await t.runJobs()
    },
    /** Also those planned for later. */
    runAllJobs: async () => {
      await t.deps.db.execute(sql`update pgboss.job set start_after = now() where state in ('created', 'retry')`)
      await t.runJobs()
    },
  }
}
