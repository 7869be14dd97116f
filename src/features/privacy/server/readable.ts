import { showInstant } from '#src/shared/times.ts'
import type { PersonalData } from './personal-data.ts'

/**
 * A person's data as an HTML file to read: nothing in it is loaded from elsewhere, and no script runs. Instants are
 * shown in `zone`.
 */
export function readablePage({ exportedAt, readme, ...lists }: PersonalData, zone: string): string {
  const parts = Object.entries(lists).map(([name, list]) => {
    const entries = Array.isArray(list) ? list : list ? [list] : []
    return { name, title: words(name), explained: readme[name as keyof typeof readme], entries }
  })
  const contents = parts.map(
    ({ name, title, entries }) => `<li><a href="#${name}">${title}</a> (${entries.length || 'none'})</li>`,
  )
  const sections = parts.map(
    ({ name, title, explained, entries }) =>
      `<section id="${name}"><h2>${title}</h2><p>${escapeHtml(explained)}</p>${entries.map((entry) => details(entry, zone)).join('')}</section>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>What Level Up keeps about you</title>
<style>${style}</style>
</head>
<body>
<h1>What Level Up keeps about you</h1>
<p>As of ${showInstant(exportedAt, zone)}. All times are in the zone of ${escapeHtml(zone)}.</p>
<ul>${contents.join('')}</ul>
${sections.join('\n')}
</body>
</html>
`
}

const style = `body{max-width:48rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#16181d;background:#fff}
h2{margin-top:2.5rem;border-top:2px solid;padding-top:.5rem}
dl{display:grid;grid-template-columns:minmax(7rem,12rem) 1fr;gap:.25rem 1rem;margin:1rem 0;padding:.75rem;border:1px solid #9aa3b2;border-radius:8px;break-inside:avoid}
dl dl{margin:0;padding:.5rem}
dt{color:#4a5160}
dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
@media(max-width:30rem){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}`

/** An entry by its fields; those without a value are left out. */
function details(entry: object, zone: string): string {
  const rows = Object.entries(entry).flatMap(([name, value]) => {
    const shown = show(value, zone)
    return shown === '' ? [] : `<dt>${words(name)}</dt><dd>${shown}</dd>`
  })
  return rows.length > 0 ? `<dl>${rows.join('')}</dl>` : ''
}

function show(value: unknown, zone: string): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return showInstant(value, zone)
  if (Array.isArray(value)) return value.map((each) => show(each, zone)).join(', ')
  if (typeof value === 'object') return details(value, zone)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return escapeHtml(String(value))
}

/** A field's name as words: `bookingHistory` → `Booking history`. */
function words(name: string): string {
  if (name === 'sms') return 'SMS'
  const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return escapeHtml(text.charAt(0).toUpperCase() + text.slice(1))
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
