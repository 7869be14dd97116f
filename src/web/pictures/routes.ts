import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import type { Coach } from '#src/coaches/contract.ts'
import { createCache } from '#src/server/cache.ts'
import { NotFound } from '#src/server/errors.ts'
import { inTurn } from '#src/server/in-turn.ts'
import type { Get } from '../page-html.ts'
import { coachPicture, sitePicture } from './share-picture.ts'

type Picture = { etag: string; png: Buffer }

const sitePath = '/og/site.png'

/**
 * Serves the pictures that links to us show elsewhere: the site's, and one for each active coach. One is drawn at a
 * time, and only once until `drop` says that what they show has changed.
 */
export function servePictures(app: FastifyInstance, get: Get): { drop(): void } {
  const coaches = createCache<Map<string, Coach>>({
    make: async () => {
      const all = (await get('/api/coaches')) as Coach[]
      return { value: new Map(all.map((coach) => [`/og/coaches/${coach.slug}.png`, coach])), complete: true }
    },
    sizeOf: (all) => JSON.stringify([...all.values()]).length,
    maxBytes: 16_000_000,
  })
  const oneAtATime = inTurn({ atOnce: 1, waiting: 100 })
  // Some 30 kB each.
  const pictures = createCache<Picture>({
    make: async (path) => {
      const coach = path === sitePath ? null : (await coaches.read('')).get(path)
      if (coach === undefined) throw new NotFound()
      return { value: await oneAtATime(() => draw(coach ? coachPicture(coach) : sitePicture())), complete: true }
    },
    sizeOf: ({ png }) => png.length,
    maxBytes: 8_000_000,
  })

  app.get(sitePath, async (request, reply) => send(request, reply, await pictures.read(sitePath)))

  app.get<{ Params: { file: string } }>('/og/coaches/:file', async (request, reply) => {
    const path = `/og/coaches/${request.params.file}`
    if (!(await coaches.read('')).has(path)) return reply.callNotFound()
    return send(request, reply, await pictures.read(path))
  })

  return {
    drop() {
      coaches.drop()
      pictures.drop()
    },
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { etag, png }: Picture): FastifyReply {
  reply.headers({
    etag,
    'cache-control': 'public, max-age=86400',
    // Other sites show these pictures beside links to us.
    'cross-origin-resource-policy': 'cross-origin',
  })
  if (fresh(request.headers, { etag })) return reply.code(304).send()
  return reply.type('image/png').send(png)
}

async function draw(svg: string): Promise<Picture> {
  // Loaded with the first picture: it holds 30 MB.
  const { default: sharp } = await import('sharp')
  const png = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
  return { etag: `"${createHash('sha1').update(svg).digest('base64url')}"`, png }
}
