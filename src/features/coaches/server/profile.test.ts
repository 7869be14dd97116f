import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import {
  changeCoachProfile,
  editCoach,
  listCoaches,
  myCoachProfile,
  readCoachDetails,
} from '#src/features/coaches/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { findCoach } from './coaches.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function aCoachWithAccount(user: Parameters<typeof aUser>[1] = {}) {
  const { id: userId, token } = await aUser(app.deps, user)
  return { coach: await aCoach(app.deps, { userId, discordUsername: 'vexflip' }), token }
}

const profile = {
  title: 'Aerials',
  description: 'Short drills, slow motion, then a match.',
  currentRank: 'Grand Champion III',
  achievements: ['Cup winner'],
  specialties: ['1v1', 'Air dribbles'],
  availability: '',
  discordUsername: 'vex',
  portfolioLinks: null,
}

describe('the profile', () => {
  test('is read and changed by its coach alone; the public list follows', async () => {
    const [own, other] = [await aCoachWithAccount(), await aCoachWithAccount()]
    expect((await app.call(myCoachProfile, {}, own.token)).body).toMatchObject({
      id: own.coach.id,
      discordUsername: 'vexflip',
      isActive: true,
    })
    const { status, body } = await app.call(changeCoachProfile, { body: profile }, own.token)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...profile, availability: null })
    const listed = (await app.call(listCoaches)).body
    expect(listed.find(({ id }) => id === own.coach.id)).toMatchObject({
      title: 'Aerials',
      specialties: profile.specialties,
    })
    expect(JSON.stringify(listed)).not.toContain('discord')
    expect((await findCoach(app.deps.db, other.coach.id))?.title).toBe(other.coach.title)
  })

  test('keeps name, game, publication and figures, whatever is sent', async () => {
    const { coach, token } = await aCoachWithAccount()
    const body = {
      ...profile,
      id: 'x',
      slug: 'x',
      name: 'ApexOrbit',
      gameExpertise: 'both',
      isActive: false,
      totalStudents: 999,
      userId: null,
      profileImageUrl: 'https://elsewhere.test/a.png',
    }
    expect((await app.call(changeCoachProfile, { body }, token)).status).toBe(200)
    const { name, slug, gameExpertise, isActive, totalStudents, userId, profileImageUrl } = coach
    expect(await findCoach(app.deps.db, coach.id)).toMatchObject({
      name,
      slug,
      gameExpertise,
      isActive,
      totalStudents,
      userId,
      profileImageUrl,
    })
  })

  test.each([
    ['title', ' '],
    ['title', 'x'.repeat(81)],
    ['description', 'Too short'],
    ['achievements', Array(7).fill('One')],
    ['achievements', ['x'.repeat(121)]],
    ['specialties', Array(9).fill('One')],
    ['specialties', ['x'.repeat(41)]],
    ['howITeach', 'x'.repeat(1001)],
    ['languages', ['en', 'tlh']],
    ['clipUrl', 'http://clips.example/1'],
    ['clipUrl', 'javascript:alert(1)'],
    ['clipUrl', 'https://level@evil.example/'],
    ['publicLinks', ['https://a.example/', 'a.example']],
    ['publicLinks', ['https:evil.example']],
    ['publicLinks', ['https://a.example/\n\nfoo']],
    ['publicLinks', ['https://a.example/', 'https://a.example/']],
    ['publicLinks', Array(6).fill('https://a.example/')],
  ])('refuses %s %j', async (field, value) => {
    const { token } = await aCoachWithAccount()
    const answer = await app.call(changeCoachProfile, { body: { ...profile, [field]: value } }, token)
    expect(answer.status).toBe(400)
  })

  test('shows on the coach’s own page what they put there, and nothing that was promised not to be shown', async () => {
    const { coach, token } = await aCoachWithAccount()
    const shown = {
      howITeach: 'You play, I ask.\n\nThen we watch it.',
      clipUrl: 'https://clips.example/1',
      publicLinks: ['https://tracker.example/vex'],
    }
    const body = { ...profile, ...shown, languages: ['de', 'en', 'de'], portfolioLinks: 'https://private.example/' }
    await app.call(changeCoachProfile, { body }, token)
    const details = async () => (await app.call(readCoachDetails, { params: { slug: coach.slug } })).body
    expect(await details()).toEqual({
      ...shown,
      zone: null,
      answerMinutes: null,
      answersCounted: null,
      punctuality: null,
    })
    const { body: listed } = await app.call(listCoaches)
    expect(listed.find(({ id }) => id === coach.id)!.languages).toEqual(['en', 'de'])
    for (const absent of ['You play', 'clips.example', 'tracker.example'])
      expect(JSON.stringify(listed)).not.toContain(absent)

    // The owner changes one thing, the coach another: the rest stays.
    const { token: owner } = await aUser(app.deps, { isOwner: true })
    const edit = { params: { coachId: coach.id }, body: { howITeach: '' } }
    expect((await app.call(editCoach, edit, owner)).body).toMatchObject({ howITeach: null, languages: ['en', 'de'] })
    await app.call(changeCoachProfile, { body: profile }, token)
    expect(await details()).toMatchObject({ ...shown, howITeach: null })
    await app.call(changeCoachProfile, { body: { ...profile, clipUrl: '', publicLinks: [], languages: [] } }, token)
    expect(await details()).toMatchObject({ clipUrl: null, publicLinks: [] })

    await app.call(editCoach, { params: edit.params, body: { isActive: false } }, owner)
    expect((await app.call(readCoachDetails, { params: { slug: coach.slug } })).status).toBe(404)
  })

  test('belongs to a verified account, published or not', async () => {
    const unverified = await aCoachWithAccount({ emailVerified: false })
    expect((await app.call(myCoachProfile, {}, unverified.token)).status).toBe(403)
    const user = await aUser(app.deps)
    await aCoach(app.deps, { userId: user.id, isActive: false })
    expect((await app.call(myCoachProfile, {}, user.token)).body.isActive).toBe(false)
  })
})
