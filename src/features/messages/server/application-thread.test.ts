import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { applyAsCoach } from '#src/features/applications/contract.ts'
import * as calls from '#src/features/messages/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

describe('an application’s thread', () => {
  const ask = (id: string, headers: Record<string, string>) =>
    t.app.http.inject({ url: `/api/messages/application/${id}`, headers })

  test('is the applicant’s, by their browser or account, and staff’s', async () => {
    const other = await anApplication(t.deps)
    const answer = await t.app.http.inject({
      method: 'POST',
      url: applyAsCoach.path,
      payload: {
        applicantName: 'NachoBoost',
        applicantEmail: 'nacho@demo.test',
        gameExpertise: 'fortnite',
        currentRank: 'Unreal',
        coachingExperience: 'Two years',
        whyCoach: 'I like it',
        availability: 'Evenings',
      },
    })
    const cookie = String(answer.headers['set-cookie']).split(';')[0]!
    const { id } = answer.json() as { id: string }
    const posted = await t.app.http.inject({
      method: 'POST',
      url: calls.sendApplicantMessage.path,
      headers: { cookie },
      payload: { coachApplicationId: id, content: 'Any news?', senderName: 'Team Admin', senderEmail: 'x@y.test' },
    })
    expect(posted.json()).toMatchObject({
      senderName: 'NachoBoost',
      isMine: true,
      isAdmin: false,
      bookingId: null,
      coachApplicationId: id,
    })
    const admin = await aUser(t.deps, { name: 'Demo Admin', isAdmin: true })
    const asApplicant = { body: { coachApplicationId: id, content: 'I am the applicant' } }
    expect((await t.call(calls.sendApplicantMessage, asApplicant, admin.token)).status).toBe(404)
    const reply = { body: { coachApplicationId: id, message: 'Tomorrow.', recipientEmail: 'else@demo.test' } }
    expect((await t.call(calls.sendInternalMessage, reply, admin.token)).body).toMatchObject({
      senderName: 'Demo Admin',
      isAdmin: true,
    })
    expect((await ask(id, { cookie })).json()).toMatchObject([
      { content: 'Any news?', isMine: true, isSeen: true },
      { content: 'Tomorrow.', isMine: false, isAdmin: true, senderEmail: null },
    ])
    await t.runJobs()
    const mails = (await t.sandbox.outbox.list()).filter((mail) => mail.subject.includes('coach application'))
    const toApplicant = mails.filter((mail) => mail.to === 'nacho@demo.test').map((mail) => mail.subject)
    expect(toApplicant.filter((subject) => subject.startsWith('Our team wrote'))).toHaveLength(1)
    expect((await ask(id, {})).statusCode).toBe(404)
    expect((await ask(other.id, { cookie })).statusCode).toBe(404)
    const stranger = await aUser(t.deps)
    expect((await ask(id, { authorization: `Bearer ${stranger.token}` })).statusCode).toBe(404)
  })
})
