import { subscribe } from 'node:diagnostics_channel'
import fastify, { type FastifyInstance } from 'fastify'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Coach } from '#src/features/coaches/contract.ts'
import { GamerAvatar } from '#src/features/coaches/web/gamer-avatar.tsx'
import { wrap } from './lettering.ts'
import { servePictures } from './routes.ts'
import { coachPicture } from './share-picture.ts'

const coach = {
  slug: 'vexflip',
  name: 'VexFlip Łódź',
  title: '',
  gameExpertise: 'both',
  currentRank: 'Champion',
  totalHours: 610,
  averageRating: '4.80',
} as Coach
let title = 'Aerial mechanics coach'
let profileImageUrl: string | null = null
let app: FastifyInstance
let pictures: { drop(): void }
let asked = 0
let drawings = 0
// Each picture is drawn in a process of its own.
subscribe('child_process', () => {
  drawings += 1
})
beforeAll(() => {
  app = fastify()
  pictures = servePictures(app, async () => {
    asked += 1
    return [{ ...coach, title, profileImageUrl }]
  })
  app.get('/photos/red.webp', async () => {
    const red = sharp({ create: { width: 512, height: 512, channels: 3, background: '#c00' } })
    return red.webp().toBuffer()
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

test('a picture is drawn once, however many ask for it at once and whatever query they add', async () => {
  pictures.drop()
  const before = drawings
  const ask = (_: unknown, n: number) => app.inject(`/og/coaches/vexflip.png?${n}`)
  const answers = await Promise.all(Array.from({ length: 10 }, ask))
  answers.push(await app.inject('/og/coaches/vexflip.png'))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(drawings - before).toBe(1)
})

test('the picture shows the portrait that pages show', () => {
  const { name, gameExpertise } = coach
  const shown = renderToStaticMarkup(createElement(GamerAvatar, { name, game: gameExpertise }))
  const shapes = [...shown.matchAll(/<path d="[^"]+" fill="[^"]+"/g)].map(([shape]) => shape)
  expect(shapes.length).toBeGreaterThan(5)
  for (const shape of shapes) expect(coachPicture(coach)).toContain(shape)
})

test('a coach’s photo stands in the portrait’s place, unless it is not there any more', async () => {
  const rightSide = async () => {
    pictures.drop()
    const { rawPayload } = await app.inject('/og/coaches/vexflip.png')
    const { data } = await sharp(rawPayload)
      .extract({ left: 1000, top: 300, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return [...data.subarray(0, 3)].map((part) => part >> 4)
  }
  profileImageUrl = '/photos/red.webp'
  expect(await rightSide()).toEqual([0xc, 0, 0])
  profileImageUrl = '/photos/gone.webp'
  expect(await rightSide()).not.toEqual([0xc, 0, 0])
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
