import type { FastifyReply } from 'fastify'

const pagePolicy = "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'"

const pages = [
  { title: 'Outbox', path: '/dev/outbox' },
  { title: 'Sandbox', path: '/dev/sandbox' },
]

/** A page for people who try the demo; `header` and `main` are HTML. */
export function devPage(page: { title: string; intro: string; header?: string; main: string }): string {
  const links = pages.map(({ title, path }) =>
    title === page.title ? `<a href="${path}" aria-current="page">${title}</a>` : `<a href="${path}">${title}</a>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${page.title}</title>
  <link rel="stylesheet" href="/dev/dev.css">
</head>
<body>
  <header>
    <nav aria-label="Demo tools"><a href="/">Level Up</a> ${links.join(' ')}</nav>
    <h1>${page.title}</h1>
    <p>${page.intro}</p>
    ${page.header ?? ''}
  </header>
  <main>
    ${page.main}
  </main>
</body>
</html>`
}

/** Answers with a page that runs no script and loads nothing from elsewhere. */
export function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return sendHtml(reply, pagePolicy, html)
}

/** Answers with HTML under a content security policy; browsers do not keep it. */
export function sendHtml(reply: FastifyReply, policy: string, html: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html)
}

/** A text as HTML shows it. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}
