import type { FastifyInstance } from 'fastify'
import type { Deps } from '#src/deps.ts'
import { optOuts } from '#src/features/notifications/contract.ts'
import { Invalid } from '#src/platform/http/errors.ts'
import { chooseMail } from './mail-choices.ts'

/** As a form of either kind carries it. */
const oneClick = /List-Unsubscribe(=|"\s+)One-Click/

/**
 * `POST /mail-preferences?off=…&token=…`: a mail program unsubscribes its reader at the press of a button (RFC 8058). The
 * token alone proves it, so there is neither cookie nor session. The same address opened in a browser is a page, and changes
 * nothing.
 */
export function acceptOneClick(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4_096 }, (_request, body, done) => done(null, body))

    scope.post<{ Querystring: Record<string, unknown> }>(
      '/mail-preferences',
      async ({ body, query: { off, token } }) => {
        if (!oneClick.test(String(body))) throw new Invalid({ body: 'This is no request of a mail program.' })
        const kind = optOuts.find((each) => each === off)
        if (!kind) throw new Invalid({ off: `This is none of: ${optOuts.join(', ')}.` })
        await chooseMail(db, { token: String(token), account: null }, kind, false)
        return { ok: true as const }
      },
    )
  })
}
