import type { FastifyInstance } from 'fastify'
import type { Deps } from '#src/deps.ts'
import { optOuts } from '#src/features/notifications/contract.ts'
import { Invalid } from '#src/platform/http/errors.ts'
import { plainHeaders, plainPage } from '#src/platform/http/plain-page.ts'
import { chooseMail } from './mail-choices.ts'

/** As a form of either kind carries it. */
const oneClick = /List-Unsubscribe(=|"\s+)One-Click/

const switchedOff = {
  title: 'Switched off',
  text: 'You get no more of these mails. Bookings, changes, refunds and codes still reach you. SMS go on: to stop those, reply STOP to one of them.',
}

/**
 * `POST /mail-preferences?off=…&token=…`: a mail program unsubscribes its reader at the press of a button (RFC 8058). The
 * token alone proves it, so there is neither cookie nor session. The same address opened in a browser is a page, and changes
 * nothing before its button is pressed.
 */
export function acceptOneClick(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4_096 }, (_request, body, done) => done(null, body))

    scope.post<{ Querystring: Record<string, unknown> }>(
      '/mail-preferences',
      async ({ body, query: { off, token }, headers }, reply) => {
        if (!oneClick.test(String(body))) throw new Invalid({ body: 'This is no request of a mail program.' })
        const kind = optOuts.find((each) => each === off)
        if (!kind) throw new Invalid({ off: `This is none of: ${optOuts.join(', ')}.` })
        await chooseMail(db, { token: String(token), account: null }, kind, false)
        // The page's own form, of a browser without scripts.
        if (headers['sec-fetch-dest'] === 'document') return reply.headers(plainHeaders).send(plainPage(switchedOff))
        return { ok: true as const }
      },
    )
  })
}
