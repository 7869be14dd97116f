/** A message or a part of one (RFC 2045). */
export type MimePart = {
  /** As they were sent, unfolded. */
  headers: [name: string, value: string][]
  /** In lower case, without parameters. */
  type: string
  /** The decoded text of a part that is not made of others. */
  text: string
  /** Bytes on the wire, without the headers. */
  size: number
  parts: MimePart[]
}

/** Takes a message apart, for people to look at. */
export function parseMime(raw: string): MimePart {
  const [head = '', ...rest] = raw.split(/\r?\n\r?\n/)
  const body = rest.join('\r\n\r\n')
  const headers = head
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .filter((line) => line.includes(':'))
    .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
  const contentType = headerOf(headers, 'content-type') || 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  return {
    headers,
    type: contentType.replace(/;.*/s, '').trim().toLowerCase(),
    text: boundary ? '' : decode(body, headerOf(headers, 'content-transfer-encoding')),
    size: Buffer.byteLength(body),
    parts: boundary ? partsOf(body, boundary).map(parseMime) : [],
  }
}

/** A part with all that are inside it, outermost first. */
export function flatParts(part: MimePart): MimePart[] {
  return [part, ...part.parts.flatMap(flatParts)]
}

/** The value of a header, '' when there is none; `name` in lower case. */
export function headerOf(headers: MimePart['headers'], name: string): string {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? ''
}

function partsOf(body: string, boundary: string): string[] {
  const [, ...parts] = `\r\n${body}`.split(`\r\n--${boundary}`)
  return parts.filter((part) => !part.startsWith('--')).map((part) => part.replace(/^\r?\n/, ''))
}

function decode(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(encoding)) return body
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
