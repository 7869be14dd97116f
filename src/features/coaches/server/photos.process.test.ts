import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import {
  changeCoachProfile,
  listCoaches,
  maxPhotoBytes,
  removeCoachPhoto,
  saveCoachPhoto,
} from '#src/features/coaches/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { findCoach } from './coaches.ts'
import { mostUploads } from './photos.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function aCoachWithAccount() {
  const { id: userId, token } = await aUser(app.deps)
  return { coach: await aCoach(app.deps, { userId }), token }
}

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

  test.each<[string, 'image/jpeg' | 'image/png' | 'image/webp', () => Promise<Buffer>]>([
    ['a progressive JPEG', 'image/jpeg', () => picture().jpeg({ progressive: true }).toBuffer()],
    ['a JPEG for print', 'image/jpeg', () => picture().toColourspace('cmyk').jpeg().toBuffer()],
    ['an iPhone’s colours', 'image/jpeg', () => picture().withIccProfile('p3').jpeg().toBuffer()],
    [
      'a photo with a film behind it, as Pixel and Galaxy phones take it',
      'image/jpeg',
      async () => Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from('\0\0\0\x18ftypmp42 and a film')]),
    ],
    ['grey', 'image/jpeg', () => picture().greyscale().jpeg().toBuffer()],
    ['a screenshot that lets light through', 'image/png', () => picture().ensureAlpha(0.5).png().toBuffer()],
    ['few colours', 'image/png', () => picture().png({ palette: true }).toBuffer()],
    ['16 bits a colour', 'image/png', () => picture().toColourspace('rgb16').png().toBuffer()],
    ['a WebP without loss', 'image/webp', () => picture().webp({ lossless: true }).toBuffer()],
    ['one pixel', 'image/png', () => picture(1, 1).png().toBuffer()],
    ['a long panorama', 'image/jpeg', () => picture(8_000, 200).jpeg().toBuffer()],
    ['a PNG that calls itself a JPEG, as chats rename it', 'image/jpeg', () => picture().png().toBuffer()],
  ])('is drawn from %s', async (_what, type, make) => {
    const { token } = await aCoachWithAccount()
    const answer = await send(token, await make(), type)
    expect([answer.statusCode, answer.json().message]).toEqual([200, undefined])
    const served = await app.app.http.inject(answer.json().profileImageUrl)
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
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

  test('refuses a file of more than 5 MB', async () => {
    const { token } = await aCoachWithAccount()
    const large = await send(token, Buffer.alloc(maxPhotoBytes + 1))
    expect(large.statusCode).toBe(413)
    expect(large.json().message).toContain('larger than 5 MB')
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

  test.each([
    ['50 megapixels and a bit', 10_000, 5_001, 'png', false, '50 megapixels'],
    ['24 megapixels and a bit, as WebP', 6_000, 4_001, 'webp', false, '24 megapixels'],
    ['12 megapixels and a bit, interlaced', 4_000, 3_001, 'png', true, '12 megapixels'],
  ] as const)('refuses a small file of %s', async (_what, width, height, format, progressive, said) => {
    const { coach, token } = await aCoachWithAccount()
    const file = await picture(width, height).toFormat(format, { progressive }).toBuffer()
    const answer = await send(token, file, `image/${format}`)
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { photo: expect.stringContaining(said) }])
    expect((await findCoach(app.deps.db, coach.id))?.profileImageUrl).toBeNull()
  })

  test.each([
    ['24 of a phone', 5_712, 4_284, 'jpeg', false],
    ['50 baseline', 10_000, 5_000, 'jpeg', false],
    ['50 PNG', 10_000, 5_000, 'png', false],
    ['12 progressive', 4_000, 3_000, 'jpeg', true],
    ['12 interlaced PNG', 4_000, 3_000, 'png', true],
  ] as const)('may have so many megapixels: %s', async (_what, width, height, format, progressive) => {
    const { token } = await aCoachWithAccount()
    const file = await picture(width, height).toFormat(format, { progressive }).toBuffer()
    expect((await send(token, file, `image/${format}`)).statusCode).toBe(200)
  })

  test('whose process dies is refused with a reason, and the next one is drawn', async () => {
    const { token } = await aCoachWithAccount()
    const large = await picture(6_000, 4_000).png().toBuffer()
    const sent = send(token, large)
    await expect.poll(drawingProcesses, { interval: 5 }).toHaveLength(1)
    for (const pid of drawingProcesses()) process.kill(pid, 'SIGKILL')
    const answer = await sent
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { photo: 'We could not draw this picture. Please choose another one, or make it smaller.' },
    ])
    expect((await send(token, large)).statusCode).toBe(200)
    expect(drawingProcesses()).toEqual([])
  })

  test('is refused with 503 while many others are on their way, and taken afterwards', async () => {
    const { token } = await aCoachWithAccount()
    const file = await picture().png().toBuffer()
    const uploads = Array.from({ length: mostUploads + 1 }, () => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png', 'content-length': file.length }
      const request = http.request(`${app.url}${saveCoachPhoto.path}`, { method: 'PUT', headers })
      request.write(file.subarray(0, 10))
      const answer = once(request, 'response').then(([{ statusCode }]) => ({ request, status: statusCode as number }))
      return { request, answer }
    })
    const refused = await Promise.race(uploads.map(({ answer }) => answer))
    expect(refused.status).toBe(503)
    const others = uploads.filter(({ request }) => request !== refused.request)
    for (const { request } of others) request.end(file.subarray(10))
    for (const { answer } of others) expect((await answer).status).toBe(200)
    refused.request.destroy()
    expect((await send(token, file)).statusCode).toBe(200)
  })
})

/** The processes of ours that draw a photo at this moment. */
function drawingProcesses(): number[] {
  return readdirSync('/proc/self/task')
    .flatMap((thread) => readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' '))
    .filter(Boolean)
    .map(Number)
    .filter((pid) => /node.*draw-photo/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')))
}
