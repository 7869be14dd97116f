import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { showCity } from '#src/shared/times.ts'
import { accountCauses } from './mail-causes/accounts.ts'
import { bookingCauses } from './mail-causes/bookings.ts'
import { callOffCauses } from './mail-causes/call-offs.ts'
import { heldSessionCauses } from './mail-causes/held-sessions.ts'
import { messageCauses } from './mail-causes/messages.ts'
import { moneyCauses } from './mail-causes/money.ts'
import { admin, app, openApp, owner, runJobs, setZone, zone } from './mail-causes/readers.ts'
import { goldenMail } from './mails/golden-mail.ts'

/**
 * Every kind of mail and SMS: what causes it, who of the team may read it afterwards, and what it looks like, in
 * `mails/`: to readers with the business's clock and, where it names a time, to readers elsewhere. A cause that mails the
 * same kinds as another one says `by` whom or how.
 */
const causes = [
  ...accountCauses,
  ...bookingCauses,
  ...callOffCauses,
  ...heldSessionCauses,
  ...moneyCauses,
  ...messageCauses,
]
beforeAll(openApp)
afterAll(() => app.close())

const elsewhere = 'Asia/Kolkata'
const zones = [null, elsewhere]

/** What else the code writes this way: what problems with payments are about. */
const otherKeys = [
  'answer',
  ...['dispute', 'event', 'events-gap', 'payment', 'refund', 'refund-due', 'refund-elsewhere', 'refund-late'],
  'unsettled',
]

/** Kinds that read the same everywhere: they name no time, or go to our team only, whose clock is the business's. */
const sameEverywhere = [
  ...['application-approved', 'application-notice', 'application-receipt', 'application-rejected', 'coach-ready'],
  ...['contact-answer', 'contact-notice', 'contact-receipt', 'digest', 'dispute-alert', 'message', 'problem-alert'],
  ...['sms-not-delivered', 'staff-sms', 'unanswered'],
]
/** Nobody knows where these readers live: they have no profile. */
const toStrangers = ['account/code', 'account/no-account-by-a-stranger']

const folder = 'mails'
const files = new Map<string, string>()

describe.each(zones)('zone of the readers: %s', (readersZone) => {
  beforeAll(() => {
    setZone(readersZone)
  })
  const differs = ([, , kinds]: (typeof causes)[number]) =>
    Object.keys(kinds).some((kind) => !sameEverywhere.includes(kind))
  test.each(readersZone ? causes.filter(differs) : causes)('%s', async (_, cause, kinds, by) => {
    await app.deps.db.delete(deliveries)
    const before = app.sandbox.outbox.list()
    await cause()
    const written = await app.deps.db.select().from(deliveries)
    await runJobs()
    const rows = await app.deps.db.select().from(deliveries)
    expect(Object.fromEntries(rows.map((row) => [kindOf(row), row.audience]))).toEqual(kinds)
    // A code's text is gone once it was sent.
    const readable = [...written, ...rows].filter(({ channel, html }) => channel === 'mail' && html !== '')
    const faults = readable.flatMap(faultsOf)
    expect(faults).toEqual([])

    const raws = await rawMailsSince(before)
    // All of the team get the same: what the owner gets is kept.
    const isOwners = ({ recipient }: (typeof rows)[number]) => Number(recipient === owner.email)
    for (const row of rows.toSorted((a, b) => isOwners(b) - isOwners(a))) {
      const raw = raws.find((each) => each.includes(`Message-ID: <${row.id}@`))
      const file = fileOf(row, by)
      if (!raw || files.has(file)) continue
      const mail = goldenMail(raw)
      if (zone && !mail.includes(`(${showCity(zone)})`)) continue
      files.set(file, mail)
      await expect(mail).toMatchFileSnapshot(file)
    }
  })
})

/** The mails that were sent since then, as they came over the wire. */
async function rawMailsSince(before: { id: string }[]): Promise<string[]> {
  const known = before.map(({ id }) => id)
  const sent = app.sandbox.outbox.list().filter(({ id, channel }) => channel === 'email' && !known.includes(id))
  const read = async ({ id }: { id: string }) => (await app.app.http.inject(`/dev/outbox/${id}.json`)).json().raw
  return Promise.all(sent.map(read))
}

test('no mail is kept here that nothing causes any more', () => {
  const kept = globSync(`${folder}/*/*.eml`, { cwd: import.meta.dirname })
  expect(kept.filter((file) => !files.has(file))).toEqual([])
})

test('every mail or invite that names a time to a player or coach does it on their own clock, wherever they live', () => {
  const named = [...files].flatMap(([file, mail]) => {
    const [, reader = '', name = ''] = file.split(/\/|\.eml/)
    const isTold = ['account', 'coach', 'player'].includes(reader) && !toStrangers.includes(`${reader}/${name}`)
    return isTold && /8:00 PM|DTSTART/.test(mail) ? `${folder}/${inCity(elsewhere)}/${reader}-${name}.eml` : []
  })
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((file) => !files.has(file))).toEqual([])
})

/** Where a mail is kept. */
function fileOf(row: typeof deliveries.$inferSelect, by?: string): string {
  const [reader, name] = [readerOf(row), `${kindOf(row)}${by ? `-by-${by}` : ''}.eml`]
  return zone ? `${folder}/${inCity(zone)}/${reader}-${name}` : `${folder}/${reader}/${name}`
}

const inCity = (zone: string) => `in-${showCity(zone).toLowerCase()}`

/** Who reads a mail, as a folder. */
function readerOf({ dedupeKey, recipient }: typeof deliveries.$inferSelect): string {
  if ([owner.email, admin.email].includes(recipient)) return 'team'
  if (/:coach(:|$)/.test(dedupeKey)) return 'coach'
  return /^(code|no-account|password|factor|recovery|sessions|contact|application)/.test(dedupeKey)
    ? 'account'
    : 'player'
}

test('every kind of mail and SMS that the code writes has its cause here', () => {
  const files = globSync('src/features/*/server/**/*.ts', { exclude: ['**/*.test.ts'] })
  // How a dedupe key begins: `kind:`, then the id; a kind may end in a figure, such as the hours of a reminder.
  const keys = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/`([a-z][a-z0-9-]*)(?:\$\{\w+\}\w*)?:\$\{/g),
  ])
  const known = causes.flatMap(([, , kinds]) => Object.keys(kinds))
  const isKnown = (kind: string) => known.some((each) => each === kind || (kind.endsWith('-') && each.startsWith(kind)))
  const unknown = [...new Set(keys.map(([, kind]) => kind!))].filter((kind) => !isKnown(kind))
  expect(unknown.sort()).toEqual(otherKeys)
})

const kindOf = ({ dedupeKey }: { dedupeKey: string }) => dedupeKey.split(':')[0]!

/** What each mail must have: a preview line, why one gets it, and a way to answer or the words that nobody reads. */
function faultsOf(row: typeof deliveries.$inferSelect): string[] {
  const { dedupeKey, html, text, headers, subject } = row
  const preview = /<div style="display:none[^>]*>(?!&#847;)/.test(html)
  const why = /^You get this /m.test(text)
  const answer = headers.replyTo
    ? text.includes('Reply to this mail to answer')
    : /^Replies to this mail are not read\.\nNeed help\? Write to us: \S+$/m.test(text)
  // The team's subjects say it all: a title that says it again is one line more to read.
  const ownTitle = readerOf(row) !== 'team' || !text.startsWith(`${subject}\n`)
  // Google's address takes as many letters as the rest of a text; the invite is attached.
  const faults = { preview, why, answer, 'title of its own': ownTitle, 'short text': !text.includes('calendar.google') }
  return Object.entries(faults).flatMap(([name, isThere]) => (isThere ? [] : [`${dedupeKey}: no ${name}`]))
}
