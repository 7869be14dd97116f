import type { FastifyError, FastifyInstance } from 'fastify'
import * as calls from '#src/coaches/contract.ts'
import type { Db } from '#src/server/db.ts'
import { AppError, NotFound } from '#src/server/errors.ts'
import { serve } from '#src/server/serve.ts'
import { isId } from '#src/shared/fields.ts'
import { ownCoach } from './own-coach.ts'
import { findPhoto, removePhoto, savePhoto } from './photos.ts'

/** Photos arrive as they are, and leave under addresses whose content never changes. */
export function photoRoutes(app: FastifyInstance, db: Db): void {
  // In a scope of its own: only here may a body be something else than JSON, and that large.
  app.register(async (scope) => {
    const anyFile = { parseAs: 'buffer', bodyLimit: calls.maxPhotoBytes } as const
    scope.addContentTypeParser('*', anyFile, (_request, body, done) => done(null, body))
    scope.setErrorHandler<FastifyError>((error) => {
      if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error
      throw new AppError(413, 'This picture is larger than 5 MB. Please choose a smaller one.')
    })
    serve(scope, calls.saveCoachPhoto, async ({ request }) => ({
      profileImageUrl: await savePhoto(db, ownCoach(request).id, request.body),
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
