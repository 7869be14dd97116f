/** What a mail says, in the order it says it. Plain texts: the layout escapes them. */
export type MailParts = {
  title: string
  paragraphs: string[]
  /** Rows of the table: what it is, and its value. */
  facts?: [label: string, value: string][]
  sections?: { heading: string; lines: string[] }[]
  action?: { label: string; url: string }
  /** Small, at the end: why one gets it. */
  foot?: { text: string; link: { label: string; url: string } }
}

/**
 * How a mail begins. `isProven`: whoever chose the name has proved that the address is theirs. To any other it repeats no
 * name: anybody could write there in our name, in as many words as a name may have.
 */
export function greeting(name: string, isProven: boolean): string {
  return isProven ? `Hi ${name},` : 'Hi there,'
}

const ink = '#0c0f15'
const signal = '#c8f135'
const text = '#1b222e'
const faint = '#525d70'
const line = '#d9dee6'
const font = "font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif"

/**
 * The one look of our mails, as HTML and as plain text. Tables and inline styles, because mail clients know little
 * else; dark text on white, with no colour set apart from its background, so that inverted dark modes stay readable;
 * nothing is loaded from elsewhere.
 */
export function mailLayout({ title, paragraphs, facts = [], sections = [], action, foot }: MailParts): {
  html: string
  text: string
} {
  const content = [
    `<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;color:${text}">${escapeHtml(title)}</h1>`,
    ...paragraphs.map(htmlParagraph),
    facts.length > 0 ? htmlFacts(facts) : '',
    action ? htmlAction(action) : '',
    ...sections.map(htmlSection),
    foot ? htmlFoot(foot) : '',
  ]
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:0;background:#eef1f5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="#eef1f5"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td bgcolor="${ink}" style="padding:20px 28px;background:${ink};border-bottom:4px solid ${signal};${font};font-size:20px;font-weight:800;letter-spacing:-0.02em;color:#ffffff">Level Up</td></tr>
<tr><td bgcolor="#ffffff" style="padding:28px;background:#ffffff;${font};font-size:16px;line-height:1.55;color:${text}">
${content.filter(Boolean).join('\n')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>`

  const blocks = [
    title,
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    action ? `${action.label}: ${action.url}` : '',
    ...sections.map(({ heading, lines }) => [heading, ...lines.map((item) => `- ${item}`)].join('\n')),
    foot ? `${foot.text} ${foot.link.label}: ${foot.link.url}` : '',
    'Level Up',
  ]
  return { html, text: `${blocks.filter(Boolean).join('\n\n')}\n` }
}

function htmlParagraph(paragraph: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`
}

function htmlFacts(facts: [string, string][]): string {
  const cell = `padding:10px 0;border-bottom:1px solid ${line};vertical-align:top`
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" align="left" width="130" style="${cell};padding-right:12px;font-weight:400;color:${faint}">${escapeHtml(label)}</th>` +
      `<td style="${cell};font-weight:600;color:${text};word-break:break-word">${escapeHtml(value)}</td></tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 24px;border-top:1px solid ${line};${font};font-size:16px;line-height:1.45">${rows.join('\n')}</table>`
}

function htmlAction({ label, url }: { label: string; url: string }): string {
  return (
    `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px"><tr><td bgcolor="${signal}" style="background:${signal};border-radius:8px">` +
    `<a href="${escapeHtml(url)}" style="display:inline-block;padding:13px 24px;${font};font-size:16px;font-weight:700;color:${ink};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`
  )
}

function htmlSection({ heading, lines }: { heading: string; lines: string[] }): string {
  const items = lines.map((item) => `<li style="margin:0 0 6px">${escapeHtml(item)}</li>`)
  return `<h2 style="margin:0 0 8px;font-size:18px;line-height:1.3;color:${text}">${escapeHtml(heading)}</h2>\n<ul style="margin:0 0 20px;padding-left:22px">${items.join('\n')}</ul>`
}

function htmlFoot({ text, link }: NonNullable<MailParts['foot']>): string {
  const anchor = `<a href="${escapeHtml(link.url)}" style="color:${faint}">${escapeHtml(link.label)}</a>`
  return `<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid ${line};font-size:14px;color:${faint}">${escapeHtml(text)} ${anchor}.</p>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => entities[character]!)
}
