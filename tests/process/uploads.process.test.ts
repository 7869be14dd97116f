import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { saveCoachPhoto } from '#src/features/coaches/contract.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { rawRequest } from '../support/attacks/raw-request.ts'

/** What else a coach's photo can be than a photo; what is refused for its form or size, `coaches` tests itself. */
const script = '<script>alert(1)</script><?php system("id"); ?>'

let app: TestApp
let authorization: string
beforeAll(async () => {
  app = await startTestApp()
  const user = await aUser(app.deps)
  await aCoach(app.deps, { userId: user.id })
  authorization = `Bearer ${user.token}`
})
afterAll(() => app.close())

const send = (body: Buffer, type = 'image/png') =>
  rawRequest(app.url, {
    method: 'PUT',
    path: saveCoachPhoto.path,
    headers: { authorization, 'content-type': type },
    body,
  })
const picture = () => sharp({ create: { width: 64, height: 64, channels: 3, background: '#c8f135' } })

describe('a picture that is something else, too', () => {
  test.each([
    ['a page at its end', async () => Buffer.concat([await picture().png().toBuffer(), Buffer.from(script)])],
    [
      'a page in its notes',
      () =>
        picture()
          .withExif({ IFD0: { ImageDescription: script } })
          .jpeg()
          .toBuffer(),
    ],
    [
      'an archive at its end',
      async () => Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from('PK\u0003\u0004')]),
    ],
  ])('is redrawn without %s', async (_, make) => {
    const file = await make()
    const answer = await send(file)
    expect(answer.status).toBe(200)
    const { profileImageUrl } = JSON.parse(answer.body) as { profileImageUrl: string }
    const shown = await app.app.http.inject(profileImageUrl)
    expect(shown.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    expect(shown.rawPayload.subarray(8, 12).toString()).toBe('WEBP')
    for (const part of ['script', 'php', 'PK\u0003\u0004']) expect(shown.rawPayload.includes(part)).toBe(false)
  })
})

test.each([
  ['20 MB', Buffer.alloc(20 * 1024 * 1024), 413],
  ['a GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'), 400],
  ['a page that begins as a picture', Buffer.from(`\x89PNG\r\n\x1a\n${script}`, 'latin1'), 400],
  ['a picture with a wrong length', Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 ', 'latin1'), 400],
  ['an address', Buffer.from('http://127.0.0.1/x.png'), 400],
])('%s is refused, and the app goes on', async (_, file, status) => {
  expect((await send(file)).status).toBe(status)
  expect((await app.app.http.inject('/api/health')).statusCode).toBe(200)
})
