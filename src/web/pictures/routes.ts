import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Coach } from '#src/coaches/contract.ts'
import type { Get } from '../page-html.ts'
import { coachPicture, sitePicture } from './share-picture.ts'

/** How many drawn pictures stay in memory, about 30 kB each. */
const maxKept = 200

/**
 * Serves the pictures that links to us show elsewhere: the site's, and one for each active coach. One is drawn at a
 * time, and only once until what it shows changes.
 */
export function servePictures(app: FastifyInstance, get: Get): void {
  const draw = createDrawer()

  app.get('/og/site.png', async (request, reply) => answer(request, reply, sitePicture()))

  app.get<{ Params: { file: string } }>('/og/coaches/:file', async (request, reply) => {
    const coaches = (await get('/api/coaches')) as Coach[]
    const coach = coaches.find(({ slug }) => request.params.file === `${slug}.png`)
    if (!coach) return reply.callNotFound()
    return answer(request, reply, coachPicture(coach))
  })

  async function answer(request: FastifyRequest, reply: FastifyReply, svg: string) {
    // What the picture shows is its version.
    const version = createHash('sha1').update(svg).digest('base64url')
    const etag = `"${version}"`
    reply.headers({
      etag,
      'cache-control': 'public, max-age=86400',
      // Other sites show these pictures beside links to us.
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('image/png').send(await draw(version, svg))
  }
}

/** Draws SVG as PNG: one at a time, each version once, the latest ones kept. */
function createDrawer() {
  const drawn = new Map<string, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()

  return function draw(version: string, svg: string): Promise<Buffer> {
    const kept = drawn.get(version)
    if (kept) return kept
    const picture = last.then(() => drawPng(svg))
    // The next one waits for this one, whether it succeeds or not.
    last = picture.catch(() => drawn.delete(version))
    drawn.set(version, picture)
    if (drawn.size > maxKept) drawn.delete(drawn.keys().next().value!)
    return picture
  }
}

async function drawPng(svg: string): Promise<Buffer> {
  // Loaded with the first picture: it holds 30 MB.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
}
