import { darkRules, palette } from './mail-palette.ts'

/** What a mail says, in the order it says it. Plain texts: the layout escapes them. */
export type MailParts = {
  title: string
  paragraphs: string[]
  /** Rows of the table: what it is, and its value. */
  facts?: [label: string, value: string][]
  /** A heading with one line, or with a list of several. */
  sections?: { heading: string; lines: string[] }[]
  action?: Link
}

type Link = { label: string; url: string }

/** A link at a mail's end. `isOnlyInHtml`: its address is too long to be read, so the plain text goes without. */
export type FootLink = Link & { isOnlyInHtml?: true }

/** Small, at the end. */
export type FootLine = { text?: string; links?: FootLink[] }

/** What stands around that. */
type MailFrame = { baseUrl: string; preheader?: string; code?: string; foot?: FootLine[] }

/**
 * How a mail begins. `isProven`: the person who chose the name has proved that the address is theirs. To any other it repeats no
 * name: anybody could write there in our name, in as many words as a name may have.
 */
export function greeting(name: string, isProven: boolean): string {
  return isProven ? `Hi ${name.split(' ')[0]},` : 'Hi there,'
}

const { light, ink, signal } = palette
const font = "font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif"
const codeFont = "font-family:Menlo,Consolas,'Courier New',monospace"
/** What lists of mails would otherwise show after a short preheader. */
const nothing = '&#847;&zwnj;&nbsp;'.repeat(60)
/** Outlook for Windows knows no greatest width. */
const [outlookFrame, outlookFrameEnd] = [
  '<!--[if mso]><table role="presentation" align="center" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
  '<!--[if mso]></td></tr></table><![endif]-->',
]

/**
 * The one look of our mails, as HTML and as plain text. Tables and inline styles, because mail clients know little
 * else: classes only change what is there, for the dark and for narrow screens. Each text has its background's colour set
 * beside its own, so that clients that turn colours round keep it readable. Nothing is loaded from elsewhere.
 */
export function mailLayout(mail: MailParts & MailFrame): { html: string; text: string } {
  return { html: asHtml(mail), text: asText(mail) }
}

function asText({
  title,
  paragraphs,
  facts = [],
  sections = [],
  action,
  code,
  foot = [],
}: MailParts & MailFrame): string {
  const blocks = [
    code ? `Your code: ${inHalves(code)}` : '',
    title,
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    action ? textLink(action) : '',
    ...sections.map(({ heading, lines }) =>
      [heading, ...(lines.length > 1 ? lines.map((item) => `- ${item}`) : lines)].join('\n'),
    ),
    foot.length > 0 ? ['--', ...foot.flatMap(footLines)].join('\n') : '',
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

function footLines({ text, links = [] }: FootLine): string[] {
  return [...(text ? [text] : []), ...links.filter(({ isOnlyInHtml }) => !isOnlyInHtml).map(textLink)]
}

function asHtml({
  title,
  paragraphs,
  facts = [],
  sections = [],
  action,
  code,
  preheader,
  foot = [],
  baseUrl,
}: MailParts & MailFrame) {
  const content = [
    code ? htmlCode(code) : '',
    `<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.25;color:${light.text}">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((paragraph) => `<p dir="auto" style="margin:0 0 16px">${withLinks(paragraph, baseUrl)}</p>`),
    facts.length > 0 ? htmlFacts(facts) : '',
    action ? htmlAction(action) : '',
    ...sections.map((section) => htmlSection(section, baseUrl)),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
.bar, .card, .foot { padding: 20px !important; }
.facts th, .facts td { display: block !important; width: auto !important; padding-right: 0 !important; }
.facts th { padding-bottom: 0 !important; border-bottom: 0 !important; }
.facts td { padding-top: 0 !important; }
}
@media (prefers-color-scheme: dark) {
${darkRules}
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.page}">
${preheader ? `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px">${escapeHtml(preheader)}${nothing}</div>` : ''}
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" bgcolor="${light.page}"><tr><td align="center" style="padding:24px 12px">
${outlookFrame}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td class="bar" bgcolor="${ink}" style="padding:20px 28px;background:${ink};border-bottom:4px solid ${signal};${font};font-size:20px;font-weight:800;letter-spacing:-0.02em;color:#ffffff">Level Up</td></tr>
<tr><td class="card" bgcolor="${light.card}" style="padding:28px;background:${light.card};${font};font-size:16px;line-height:1.55;color:${light.text};overflow-wrap:break-word">
${content.filter(Boolean).join('\n')}
</td></tr>
${foot.length > 0 ? htmlFoot(foot) : ''}
</table>
${outlookFrameEnd}
</td></tr></table>
</body>
</html>`
}

function htmlCode(code: string): string {
  return `<p class="ink" style="margin:0 0 20px;${codeFont};font-size:32px;line-height:1.2;font-weight:700;letter-spacing:2px;white-space:nowrap;color:${light.text}">${escapeHtml(inHalves(code))}</p>`
}

/** On narrow screens a label stands over its value. */
function htmlFacts(facts: [string, string][]): string {
  const cell = `padding:10px 0;border-bottom:1px solid ${light.line};vertical-align:top`
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" class="faint line" align="left" width="130" style="${cell};padding-right:12px;font-weight:400;color:${light.faint}">${escapeHtml(label)}</th>\n` +
      `<td dir="auto" class="ink line" style="${cell};font-weight:600;color:${light.text};overflow-wrap:break-word">${escapeHtml(value)}</td></tr>`,
  )
  return `<table class="facts line" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 24px;border-top:1px solid ${light.line};${font};font-size:16px;line-height:1.45">${rows.join('\n')}</table>`
}

/** Outlook for Windows knows no padding of a link: there the cell has it. */
function htmlAction({ label, url }: Link): string {
  return (
    `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px"><tr><td bgcolor="${signal}" style="background:${signal};border-radius:8px;mso-padding-alt:13px 24px">` +
    `<a href="${escapeHtml(url)}" style="display:inline-block;padding:13px 24px;mso-padding-alt:0;${font};font-size:16px;font-weight:700;color:${ink};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`
  )
}

function htmlSection({ heading, lines }: { heading: string; lines: string[] }, baseUrl: string): string {
  const items = lines.map((item) => `<li dir="auto" style="margin:0 0 6px">${withLinks(item, baseUrl)}</li>`)
  const list =
    lines.length > 1
      ? `<ul style="margin:0 0 20px;padding-left:22px">${items.join('\n')}</ul>`
      : `<p dir="auto" style="margin:0 0 20px">${withLinks(lines.join(''), baseUrl)}</p>`
  return `<h2 class="ink" style="margin:0 0 8px;font-size:18px;line-height:1.3;color:${light.text}">${escapeHtml(heading)}</h2>\n${list}`
}

function htmlFoot(foot: FootLine[]): string {
  const link = ({ label, url }: Link) =>
    `<a class="faint" href="${escapeHtml(url)}" style="color:${light.faint};text-decoration:underline">${escapeHtml(label)}</a>`
  const lines = foot.map(({ text = '', links = [] }) => {
    const words = [...(text ? [escapeHtml(text)] : []), ...(links.length > 0 ? [links.map(link).join(' · ')] : [])]
    return `<p style="margin:0 0 8px">${words.join(' ')}</p>`
  })
  return `<tr><td class="foot faint" bgcolor="${light.page}" style="padding:20px 28px;background:${light.page};${font};font-size:14px;line-height:1.5;color:${light.faint};overflow-wrap:break-word">
${lines.join('\n')}
</td></tr>`
}

/** `'01425611'` → `'0142 5611'`, as people read and type it. */
function inHalves(code: string): string {
  return `${code.slice(0, 4)} ${code.slice(4)}`
}

function textLink({ label, url }: Link): string {
  return `${label}: ${url}`
}

/** A text in which our own addresses can be pressed; others', which strangers may have typed, cannot. */
function withLinks(text: string, baseUrl: string): string {
  const [before = '', ...others] = text.split(`${baseUrl}/`)
  const linked = others.map((rest) => {
    const [path = ''] = /^[\w/?=&#-]*/.exec(rest) ?? []
    const url = escapeHtml(`${baseUrl}/${path}`)
    const link = `<a class="ink" href="${url}" style="color:${light.text};text-decoration:underline;word-break:break-all">${url}</a>`
    return link + withoutBreaks(rest.slice(path.length))
  })
  return [withoutBreaks(before), ...linked].join('')
}

/** `1-on-1` and `3-5` stay on one line. */
function withoutBreaks(text: string): string {
  return escapeHtml(text).replace(/\b\d-(?:\d|on-1)\b/g, '<span style="white-space:nowrap">$&</span>')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
