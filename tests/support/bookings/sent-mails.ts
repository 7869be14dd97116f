import { aUser } from '#src/demo/a-user.ts'
import { startTestApp } from '../app.ts'

/** A calendar file's lines are folded at 75 letters. */
export const unfolded = (file: string) => file.replaceAll('\r\n ', '')

/** The app, a member of its staff, and what it sent by mail and SMS since `startAnew`. */
export async function startSending() {
  const app = await startTestApp()
  const staff = await aUser(app.deps, { name: 'Front Desk', isAdmin: true })
  /** What was sent before is no longer looked at. */
  const old = new Set<unknown>()
  return {
    ...{ app, staff },
    startAnew: () => {
      for (const { id } of app.sandbox.outbox.list()) old.add(id)
    },
    /** The parts of what was sent to somebody, the calendar file among them, newest first. */
    sentTo: async (address: string): Promise<{ subject: string; text: string; invite: string }[]> => {
      await app.runJobs()
      const sent = app.sandbox.outbox.list().filter(({ id, to }) => !old.has(id) && to.includes(address))
      return Promise.all(
        sent.map(async ({ id, subject, text }) => {
          const answer = await app.app.http.inject(`/dev/outbox/${id}.json`)
          const [file] = (answer.json() as { attachments?: { text: string }[] }).attachments ?? []
          return { subject: subject ?? '', text, invite: unfolded(file?.text ?? '') }
        }),
      )
    },
  }
}
