import { createHash } from 'node:crypto'

const style = `html{background:#0c0f15;color:#b9c2d0;color-scheme:dark}
body{margin:0;min-height:100svh;display:grid;align-items:center;font:1.125rem/1.5 system-ui,sans-serif}
main{display:grid;justify-items:start;gap:1.25rem;max-width:40rem;margin-inline:auto;padding:2rem}
h1{margin:0;color:#f4f6fa;font-size:clamp(2rem,6vw,3rem);line-height:1.05;letter-spacing:-.025em}
p{margin:0}
nav{display:flex;flex-wrap:wrap;gap:.75rem}
a{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 1.25rem;border-radius:8px;border:1px solid #66738a;color:#f4f6fa;font-weight:700;text-decoration:none}
a:first-child{background:#c8f135;border-color:#c8f135;color:#0c0f15}
:focus-visible{outline:3px solid #c8f135;outline-offset:3px}`

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Such a page is self-contained and may load nothing. */
export const plainHeaders = {
  'content-security-policy': policy,
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
}

/** A page that says one thing, where nothing else can be shown. `links` and `text` are HTML; the first link is the next step. */
export function plainPage({ title, text }: { title: string; text: string }, links = ''): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title} | Level Up</title><style>${style}</style></head>
<body><main><h1>${title}</h1><p>${text}</p><nav>${links}<a href="/">Back to Home</a></nav></main></body>
</html>
`
}
