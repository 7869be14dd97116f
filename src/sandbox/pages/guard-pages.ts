import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '#src/platform/config/setting-forms.ts'

/**
 * Keeps strangers from the pages registered on `app`, which show every mail with its code. With a password they ask for it
 * (HTTP Basic, any user name, no cookie). Without one they answer to names of this machine only: another site's name that
 * is made to lead here would let that site read them (DNS rebinding).
 */
export function guardPages(app: FastifyInstance, password: string | null): void {
  app.addHook('onRequest', async (request, reply) => {
    if (password === null) {
      // Not what a proxy's header claims: a page that was made to lead here could send one.
      if (isLoopback(URL.parse(`http://${request.headers.host}`)?.hostname ?? '')) return
      return reply.code(403).send({ message: 'These pages answer at 127.0.0.1 and localhost only.' })
    }
    if (isRight(request, password)) return
    return reply
      .code(401)
      .header('www-authenticate', 'Basic realm="Level Up demo", charset="UTF-8"')
      .send({ message: 'These pages ask for the password of the demo’s owner, which the start printed.' })
  })
}

function isRight({ headers }: FastifyRequest, password: string): boolean {
  const [, encoded = ''] = /^Basic ([\w+/=]+)$/i.exec(headers.authorization ?? '') ?? []
  const [, given = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  return timingSafeEqual(digest(given), digest(password))
}

/** Of one length, as a comparison that takes always the same time needs. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
