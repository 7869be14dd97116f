import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeCoachProfile,
  listCoaches,
  maxPhotoBytes,
  myCoachProfile,
  removeCoachPhoto,
  saveCoachPhoto,
} from '#src/coaches/contract.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { startTestApp, type TestApp } from '#src/testing/app.ts'
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
  ])('refuses %s %j', async (field, value) => {
    const { token } = await aCoachWithAccount()
    const answer = await app.call(changeCoachProfile, { body: { ...profile, [field]: value } }, token)
    expect(answer.status).toBe(400)
  })

  test('belongs to a verified account, published or not', async () => {
    const unverified = await aCoachWithAccount({ emailVerified: false })
    expect((await app.call(myCoachProfile, {}, unverified.token)).status).toBe(403)
    const user = await aUser(app.deps)
    await aCoach(app.deps, { userId: user.id, isActive: false })
    expect((await app.call(myCoachProfile, {}, user.token)).body.isActive).toBe(false)
  })
})

describe('the photo', () => {
  const send = (token: string, payload: Buffer | string, type = 'image/png') =>
    app.app.http.inject({
      method: saveCoachPhoto.method,
      url: saveCoachPhoto.path,
      payload,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
    })
  const picture = (width = 900, height = 600) =>
    sharp({ create: { width, height, channels: 3, background: '#c6ff3d' } })

  test.each(['png', 'jpeg', 'webp'] as const)('is drawn anew from a %s, without its metadata', async (format) => {
    const { token } = await aCoachWithAccount()
    const file = await picture()
      .withExif({ IFD0: { Artist: 'Ada Lovelace' } })
      .toFormat(format)
      .toBuffer()
    const answer = await send(token, file, `image/${format}`)
    expect(answer.statusCode).toBe(200)
    const { profileImageUrl } = answer.json()
    expect((await app.call(listCoaches)).body.map((coach) => coach.profileImageUrl)).toContain(profileImageUrl)

    const served = await app.app.http.inject(profileImageUrl)
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect(served.rawPayload.toString('latin1')).not.toContain('Lovelace')
  })

  test('stands upright as its EXIF orientation says', async () => {
    const { token } = await aCoachWithAccount()
    // Left half black; turned by 90° clockwise the upper half is.
    const black = await sharp({ create: { width: 50, height: 100, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    const file = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#fff' } })
      .composite([{ input: black, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { profileImageUrl } = (await send(token, file, 'image/jpeg')).json()
    const { data, info } = await sharp((await app.app.http.inject(profileImageUrl)).rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const brightness = (x: number, y: number) => data[(y * info.width + x) * info.channels]!
    expect(brightness(400, 100)).toBeLessThan(40)
    expect(brightness(100, 400)).toBeGreaterThan(215)
  })

  test('replaces the earlier one, and can be taken away', async () => {
    const { coach, token } = await aCoachWithAccount()
    const file = await picture().png().toBuffer()
    const first = (await send(token, file)).json().profileImageUrl
    const second = (await send(token, file)).json().profileImageUrl
    expect(second).not.toBe(first)
    expect((await app.app.http.inject(first)).statusCode).toBe(404)
    expect((await app.app.http.inject(second)).statusCode).toBe(200)
    expect((await app.call(removeCoachPhoto, {}, token)).body).toEqual({ profileImageUrl: null })
    expect((await app.app.http.inject(second)).statusCode).toBe(404)
    expect((await findCoach(app.deps.db, coach.id))?.profileImageUrl).toBeNull()
  })

  test('of several sent at once is one in the end', async () => {
    const { coach, token } = await aCoachWithAccount()
    const file = await picture().png().toBuffer()
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(token, file)))
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200])
    const shown = (await findCoach(app.deps.db, coach.id))!.profileImageUrl!
    expect((await app.app.http.inject(shown)).statusCode).toBe(200)
  })

  test.each([
    ['text', 'Hello', 'text/plain'],
    ['text that calls itself a picture', 'Hello', 'image/png'],
    ['a drawing that could load other files', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['JSON', '{}', 'application/json'],
    ['nothing', '', 'image/png'],
    ['a picture cut off', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'image/png'],
  ])('refuses %s', async (_what, payload, type) => {
    const { coach, token } = await aCoachWithAccount()
    const answer = await send(token, payload, type)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toContain('Please choose a JPEG, PNG or WebP file.')
    expect((await findCoach(app.deps.db, coach.id))?.profileImageUrl).toBeNull()
  })

  test('refuses what is too large, in bytes or unpacked', async () => {
    const { token } = await aCoachWithAccount()
    const large = await send(token, Buffer.alloc(maxPhotoBytes + 1))
    expect(large.statusCode).toBe(413)
    expect(large.json().message).toContain('larger than 5 MB')
    const bomb = await picture(11_000, 11_000).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(maxPhotoBytes)
    expect((await send(token, bomb)).statusCode).toBe(400)
  })

  test('is not sent to other calls', async () => {
    const { token } = await aCoachWithAccount()
    const answer = await app.app.http.inject({
      method: 'PATCH',
      url: changeCoachProfile.path,
      payload: await picture().png().toBuffer(),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    })
    expect(answer.statusCode).toBe(415)
  })

  test.each(['/photos/x.webp', '/photos/00000000-0000-7000-8000-000000000000.webp', '/photos/..%2f'])(
    'is 404 at %s',
    async (url) => expect((await app.app.http.inject(url)).statusCode).toBe(404),
  )
})
