import type { DatabaseSync } from 'node:sqlite'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { findMessage, listMessages, type OutboxDetail } from '#src/sandbox/mail/outbox.ts'
import { devPage, escapeHtml, sendHtml, sendPage } from './dev-page.ts'
import { inScheme, messagePage } from './message-page.ts'

/** Everything the app sent, as JSON for tests and as a page for people. To be registered under `/dev`. */
export function outboxPages(db: DatabaseSync): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Querystring: { to?: string } }>('/outbox.json', async ({ query }, reply) =>
      reply.header('cache-control', 'no-store').send(listMessages(db, { to: query.to })),
    )

    app.get<{ Querystring: { to?: string } }>('/outbox', async ({ query }, reply) => {
      const messages = listMessages(db, { to: query.to, limit: 50 }).map(({ id }) => findMessage(db, id)!)
      return sendPage(reply, outboxPage(messages, query.to ?? ''))
    })

    app.get<{ Params: { id: string } }>('/outbox/:id(^\\d+).json', async ({ params }, reply) =>
      reply.header('cache-control', 'no-store').send(findMessage(db, params.id) ?? missing(reply)),
    )

    app.get<{ Params: { id: string } }>('/outbox/:id(^\\d+$)', async ({ params }, reply) => {
      const message = findMessage(db, params.id)
      return message ? sendPage(reply, messagePage(message)) : missing(reply)
    })

    app.get<{ Params: { id: string }; Querystring: { scheme?: string } }>(
      '/outbox/:id(^\\d+).html',
      async ({ params, query }, reply) => {
        const html = findMessage(db, params.id)?.html
        if (!html) return missing(reply)
        return sendHtml(reply, mailPolicy, inNewTab(inScheme(html, query.scheme)))
      },
    )

    app.get<{ Params: { id: string } }>('/outbox/:id(^\\d+).eml', async ({ params }, reply) => {
      const raw = findMessage(db, params.id)?.raw
      if (!raw) return missing(reply)
      return reply
        .header('content-disposition', `attachment; filename=${params.id}.eml`)
        .type('message/rfc822')
        .send(Buffer.from(raw))
    })

    app.get<{ Params: { id: string; index: string } }>('/outbox/:id/attachments/:index', async ({ params }, reply) => {
      const attachment = findMessage(db, params.id)?.attachments[Number(params.index)]
      if (!attachment) return missing(reply)
      const filename = encodeURIComponent(attachment.filename)
      return reply
        .header('content-disposition', `attachment; filename*=UTF-8''${filename}`)
        .type(attachment.contentType)
        .send(attachment.text)
    })
  }
}

/** A mail brings its own styles, but may run nothing and load nothing. */
const mailPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

/** Lets links open beside the page. Inside the head: before the doctype it would change how the mail is drawn. */
function inNewTab(html: string): string {
  const base = '<base target="_blank">'
  return html.includes('<head>') ? html.replace('<head>', `<head>${base}`) : base + html
}

function missing(reply: FastifyReply): { message: string } {
  reply.status(404)
  return { message: 'No such message' }
}

function outboxPage(messages: OutboxDetail[], to: string): string {
  return devPage({
    title: 'Outbox',
    intro: 'Every message this demo would have sent, newest first. Nothing leaves this computer.',
    header: `<form>
      <label for="to">Sent to</label>
      <input id="to" name="to" type="search" value="${escapeHtml(to)}" placeholder="player@demo.test">
      <button>Refresh</button>
    </form>`,
    main:
      messages.map(messageCard).join('\n') ||
      '<p class="empty">No messages yet. Sign up or book a session, then refresh.</p>',
  })
}

function messageCard({ id, channel, to, subject, text, sentAt, html, attachments }: OutboxDetail): string {
  const files = attachments.map(
    ({ filename, contentType }, index) =>
      `<li><a href="/dev/outbox/${id}/attachments/${index}">${escapeHtml(filename)}</a> ${escapeHtml(contentType)}</li>`,
  )
  return `<article>
  <h2><a href="/dev/outbox/${id}">${channel === 'sms' ? 'SMS' : escapeHtml(subject)}</a></h2>
  <p class="meta">To <strong>${escapeHtml(to)}</strong> <time datetime="${sentAt}">${sentAt.slice(0, 19).replace('T', ' ')} UTC</time></p>
  <pre>${withLinks(escapeHtml(text))}</pre>
  ${channel === 'sms' ? `<p><a href="/dev/sandbox?from=${encodeURIComponent(to)}#reply">Reply to this SMS</a></p>` : ''}
  ${files.length > 0 ? `<ul class="files" aria-label="Attachments">${files.join('')}</ul>` : ''}
  ${html ? `<details><summary>Show as HTML</summary><iframe title="${escapeHtml(subject)}" src="/dev/outbox/${id}.html" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy"></iframe></details>` : ''}
</article>`
}

/** Makes the web addresses in an escaped text clickable. */
function withLinks(escaped: string): string {
  return escaped.replace(
    /https?:\/\/(?:(?!&(?:lt|gt|quot|#39);)\S)*[\w/=-]/g,
    (address) => `<a href="${address}">${address}</a>`,
  )
}
