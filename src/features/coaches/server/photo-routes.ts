import type { FastifyError, FastifyInstance } from 'fastify'
import type { Deps } from '#src/deps.ts'
import * as calls from '#src/features/coaches/contract.ts'
import { AppError, NotFound, Unavailable } from '#src/platform/http/errors.ts'
import { serve } from '#src/platform/http/serve.ts'
import { isId } from '#src/shared/fields.ts'
import { ownCoach } from './own-coach.ts'
import { findPhoto, mostUploads, removePhoto, savePhoto, tooMany } from './photos.ts'

/** Photos arrive as they are, and leave under addresses whose content never changes. */
export function photoRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  // In a scope of its own: only here may a body be something else than JSON, and that large.
  app.register(async (scope) => {
    const anyFile = { parseAs: 'buffer', bodyLimit: calls.maxPhotoBytes } as const
    scope.addContentTypeParser('*', anyFile, (_request, body, done) => done(null, body))
    scope.setErrorHandler<FastifyError>((error) => {
      if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error
      throw new AppError(413, 'This picture is larger than 5 MB. Please choose a smaller one.')
    })
    let underWay = 0
    // After the guard, before the body.
    scope.addHook('preParsing', (_request, reply, payload, done) => {
      if (underWay >= mostUploads) throw new Unavailable(tooMany)
      underWay += 1
      reply.raw.once('close', () => {
        underWay -= 1
      })
      done(null, payload)
    })
    serve(scope, calls.saveCoachPhoto, async ({ request }) => ({
      profileImageUrl: await savePhoto(deps, ownCoach(request).id, request.body),
    }))
  })

  serve(app, calls.removeCoachPhoto, async ({ request }) => {
    await removePhoto(db, ownCoach(request).id)
    return { profileImageUrl: null }
  })

  app.get<{ Params: { file: string } }>('/photos/:file', async ({ params: { file } }, reply) => {
    const id = file.replace(/\.webp$/, '')
    const bytes = isId(id) ? await findPhoto(db, id) : null
    if (!bytes) throw new NotFound()
    return reply.type('image/webp').header('cache-control', 'public, max-age=31536000, immutable').send(bytes)
  })
}
