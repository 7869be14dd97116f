import { flatParts, headerOf, type MimePart, parseMime } from '#src/sandbox/mail/mime-parts.ts'
import type { OutboxDetail } from '#src/sandbox/mail/outbox.ts'
import { countSegments } from '#src/shared/text/sms-text.ts'
import { devPage, escapeHtml } from './dev-page.ts'

const widths = [320, 600]
const schemes = ['light', 'dark'] as const

/** One message with all that makes it: of a mail its looks, invite, headers, parts and source; of an SMS what it costs. */
export function messagePage(message: OutboxDetail): string {
  const { id, channel, from, to, subject, sentAt } = message
  return devPage({
    title: escapeHtml(channel === 'sms' ? 'SMS' : subject),
    intro: `From ${escapeHtml(from)} to ${escapeHtml(to)}, ${sentAt.slice(0, 19).replace('T', ' ')} UTC. <a href="/dev/outbox">All messages</a>${message.raw ? ` · <a href="/dev/outbox/${id}.eml">Download the source</a>` : ''}`,
    main: channel === 'sms' ? smsParts(message.text) : mailParts(message),
  })
}

/** The HTML of a mail as a light or dark client shows it, whatever this browser prefers. */
export function inScheme(html: string, scheme: string | undefined): string {
  if (scheme !== 'dark' && scheme !== 'light') return html
  return html.replaceAll('(prefers-color-scheme: dark)', scheme === 'dark' ? 'all' : 'not all')
}

function smsParts(text: string): string {
  const { segments, isBasic } = countSegments(text)
  return `<article>
  <pre>${escapeHtml(text)}</pre>
  <p class="meta"><strong>${segments} ${segments === 1 ? 'segment' : 'segments'}</strong> ${isBasic ? 'GSM-7' : 'UCS-2: a character in it is none of GSM-7’s'}, ${text.length} characters</p>
</article>`
}

function mailParts({ id, subject, text, html, raw }: OutboxDetail): string {
  const message = raw === null ? null : parseMime(raw)
  const parts = message ? flatParts(message) : []
  const invites = parts.filter(({ type }) => type === 'text/calendar')
  return [
    html ? section('How it looks', looks(id, subject)) : '',
    section('Text', `<pre>${escapeHtml(text)}</pre>`),
    ...invites.map((part) => section('Invite', `<pre class="source">${escapeHtml(unfold(part.text))}</pre>`)),
    message ? section('Headers', headerList(message)) : '',
    message ? section('Parts', `<ul class="parts">${partItem(message)}</ul>`) : '',
    raw ? section('Source', `<pre class="source">${escapeHtml(raw)}</pre>`) : '',
  ].join('\n')
}

function section(title: string, content: string): string {
  return `<article>\n<h2>${title}</h2>\n${content}\n</article>`
}

function looks(id: string, subject: string): string {
  return schemes
    .flatMap((scheme) =>
      widths.map(
        (width) =>
          `<h3>${width} px, ${scheme}</h3><iframe class="look w${width}" title="${escapeHtml(subject)}, ${width} px, ${scheme}" src="/dev/outbox/${id}.html?scheme=${scheme}" sandbox loading="lazy"></iframe>`,
      ),
    )
    .join('\n')
}

function headerList({ headers }: MimePart): string {
  const rows = headers.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
  return `<dl class="headers">${rows.join('\n')}</dl>`
}

function partItem({ headers, type, size, parts }: MimePart): string {
  const facts = [
    headerOf(headers, 'content-type').replace(/boundary="?[^";]+"?;?/i, ''),
    headerOf(headers, 'content-transfer-encoding'),
    headerOf(headers, 'content-disposition'),
    parts.length === 0 ? `${size} bytes` : '',
  ]
  const inner = parts.length > 0 ? `<ul>${parts.map(partItem).join('')}</ul>` : ''
  return `<li><strong>${escapeHtml(type)}</strong> ${escapeHtml(facts.filter(Boolean).join(', '))}${inner}</li>`
}

/** A calendar file's long lines in one piece (RFC 5545, 3.1). */
function unfold(text: string): string {
  return text.replace(/\r?\n[ \t]/g, '')
}
