import fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wrap } from './lettering.ts'
import { servePictures } from './routes.ts'

let title = 'Aerial mechanics coach'
let app: FastifyInstance
let pictures: { drop(): void }
let asked = 0
beforeAll(() => {
  app = fastify()
  const coach = {
    slug: 'vexflip',
    name: 'VexFlip Łódź',
    gameExpertise: 'both',
    currentRank: 'Champion',
    totalHours: 610,
  }
  pictures = servePictures(app, async () => {
    asked += 1
    return [{ ...coach, title, averageRating: '4.80' }]
  })
})
afterAll(() => app.close())

test.each(['/og/site.png', '/og/coaches/vexflip.png'])('%s is a picture of 1200 × 630', async (url) => {
  const answer = await app.inject(url)
  expect(answer.statusCode).toBe(200)
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
})

test('a browser that has the picture is not sent it again, until the coach changes', async () => {
  const { headers } = await app.inject('/og/coaches/vexflip.png')
  const again = () => app.inject({ url: '/og/coaches/vexflip.png', headers: { 'if-none-match': headers.etag } })
  expect((await again()).statusCode).toBe(304)
  title = 'Coach of coaches'
  const before = asked
  expect((await again()).statusCode).toBe(304)
  expect(asked, 'whoever asks again costs no question').toBe(before)
  pictures.drop()
  expect((await again()).statusCode).toBe(200)
})

test('an unknown coach has no picture', async () => {
  for (const file of ['nobody.png', 'vexflip', 'vexflip.jpg'])
    expect((await app.inject(`/og/coaches/${file}`)).statusCode).toBe(404)
})

test('long text is set in lines, and what is too much ends in an ellipsis', () => {
  const style = { face: 'text', size: 36, fill: '#fff' } as const
  expect(wrap('Aerial mechanics coach', style, 600, 2)).toEqual(['Aerial mechanics coach'])
  const lines = wrap('An endless title '.repeat(12).trim(), style, 600, 2)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/…$/)
})
