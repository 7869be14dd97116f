import { type MimePart, parseMime } from '#src/sandbox/mail/mime-parts.ts'

const id = '01970000-0000-7000-8000-000000000001'
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const clock = '\\d{1,2}:\\d\\d [AP]M'

/** What differs each time, and what stands in its place: examples, so that a mail still looks like one. */
const examples: [RegExp, string][] = [
  [/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, id],
  [/(player|applicant)-[\da-f-]{36}@/g, '$1@'],
  [/\bLU-[2-9A-HJ-NP-Z]{5}\b/g, 'LU-4KQ2X'],
  [/\b\d{4} \d{4}\b/g, '0142 5611'],
  [/\b20\d\d-\d{6}\b/g, '2026-000123'],
  [/\b\d+ sessions? that day/g, '3 sessions that day'],
  [/((?:token|key)=)[\w-]{43}/g, `$1${'T'.repeat(43)}`],
  [/\b(pi|dp|re)_\w+/g, '$1_1'],
  [new RegExp(`(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(\\\\?), ${month} \\d{1,2}`, 'g'), 'Thu$1, Dec 3'],
  [new RegExp(`${month} \\d{1,2}, 20\\d\\d`, 'g'), 'Dec 3, 2026'],
  [/\w+day, [A-Z]\w+ \d{1,2}, 20\d\d/g, 'Thursday, December 3, 2026'],
  // A session may end on the day after.
  [new RegExp(`${clock} – (?:Thu\\\\?, Dec 3\\\\?, )?${clock}`, 'g'), 'from – to'],
  [new RegExp(clock, 'g'), '8:00 PM'],
  [/from – to/g, '8:00 PM – 9:00 PM'],
  // Where the business has the same day, its date is left out.
  [/· Thu(\\?), Dec 3\\?, 8:00 PM/g, '· 8:00 PM'],
  [/\bE[SD]T\b/g, 'EST'],
  [/\b20\d{6}T\d{6}Z?/g, '20261204T010000Z'],
  [/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, '2026-12-04T01:00:00.000Z'],
  [/(calendar\.google\.com\/calendar\/render\?action=TEMPLATE)[^\s"]*/g, '$1'],
  [/(&#847;&zwnj;&nbsp;)+/g, '$1'],
  [/^Date: .*$/m, 'Date: Wed, 02 Dec 2026 12:00:00 +0000'],
]

/**
 * A mail as it came over the wire, to be read and compared: parts decoded (`8bit` instead of how they were packed), long
 * lines of headers and calendars whole, and examples instead of ids, names, tokens, dates and hours. It is a mail still,
 * which mail programs open.
 */
export function goldenMail(raw: string): string {
  const text = examples.reduce((text, [differs, example]) => text.replace(differs, example), written(parseMime(raw)))
  const coaches = [...new Set([...text.matchAll(/\bCoach-[a-p]{12}/g)].map(([name]) => name))]
  return coaches.reduce((text, name, i) => {
    const example = ['VexFlip', 'ApexOrbit'][i]!
    return text.replaceAll(name, example).replaceAll(name.toLowerCase(), example.toLowerCase())
  }, text)
}

function written({ headers, type, text, parts }: MimePart, place = '1'): string {
  // None begins as another one does.
  const boundary = `part-${place}-`
  const head = headers.map(([name, value]) => {
    if (/^content-transfer-encoding$/i.test(name)) return `${name}: 8bit`
    return `${name}: ${value.replace(/boundary="?[^";]+"?/, `boundary="${boundary}"`)}`
  })
  const unfolded = type === 'text/calendar' || type === 'application/ics' ? text.replace(/\r?\n[ \t]/g, '') : text
  const body = parts.flatMap((part, i) => [`--${boundary}`, written(part, `${place}.${i + 1}`)])
  if (parts.length > 0) body.push(`--${boundary}--`)
  return [...head, '', ...(parts.length > 0 ? body : [unfolded])].join('\n').replaceAll('\r\n', '\n')
}
