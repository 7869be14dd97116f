import { hash } from 'node:crypto'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import type { Coach } from '#src/features/coaches/contract.ts'
import { createCache } from '#src/platform/cache/cache.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import { createLimiter } from '#src/platform/jobs/limiter.ts'
import { runApart } from '#src/platform/run-apart.ts'
import type { Get } from '../page-html.ts'
import { coachPicture, sitePicture } from './share-picture.ts'

type Picture = { etag: string; png: Buffer }

const sitePath = '/og/site.png'

/** As its name says: beside this file, or beside the bundle that this file ends up in. */
const script = path.join(import.meta.dirname, `draw-share-picture${path.extname(import.meta.filename)}`)

/**
 * Serves the preview pictures of links to us: the site's, and one for each active coach. They are drawn one at a time
 * and cached until `drop` says that their content has changed.
 */
export function servePictures(app: FastifyInstance, get: Get): { drop(): void } {
  const coaches = createCache({
    make: async () => (await get('/api/coaches')) as Coach[],
    maxBytes: 16_000_000,
    staleIfError: true,
  })
  /** Without it, or when it has just been taken away, the portrait is drawn. */
  async function photoOf({ profileImageUrl: url }: Coach): Promise<Buffer | undefined> {
    const answer = url?.startsWith('/photos/') ? await app.inject(url) : undefined
    return answer?.statusCode === 200 ? answer.rawPayload : undefined
  }
  const pathOf = ({ slug }: Coach) => `/og/coaches/${slug}.png`
  const limitToOne = createLimiter({ atOnce: 1, waiting: 100 })
  // Some 30 kB each.
  const pictures = createCache<Picture>({
    make: async (path) => {
      const all = await coaches.read('')
      if (path === sitePath) return limitToOne(() => draw(sitePicture(all)))
      const coach = all.find((each) => path === pathOf(each))
      if (!coach) throw new NotFound()
      const photo = await photoOf(coach)
      return limitToOne(() => draw(coachPicture(coach, photo)))
    },
    sizeOf: ({ png }) => png.length,
    maxBytes: 8_000_000,
    staleIfError: true,
  })

  app.get(sitePath, async (request, reply) => send(request, reply, await pictures.read(sitePath)))

  app.get<{ Params: { file: string } }>('/og/coaches/:file', async (request, reply) => {
    const path = `/og/coaches/${request.params.file}`
    if (!(await coaches.read('')).some((coach) => path === pathOf(coach))) return reply.callNotFound()
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
    // Other sites embed these pictures beside links to us.
    'cross-origin-resource-policy': 'cross-origin',
  })
  if (fresh(request.headers, { etag })) return reply.code(304).send()
  return reply.type('image/png').send(png)
}

async function draw(svg: string): Promise<Picture> {
  const png = await runApart(script, svg)
  return { etag: `"${hash('sha256', svg, 'base64url')}"`, png }
}
