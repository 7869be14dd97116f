import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { hashOf } from './mail-choices.ts'
import { composeMail, type NewMail, queueMail } from './notifications.ts'
import { mailChoices } from './table.ts'

/** Each shape of mail as it goes over the wire: through the queue and the real mailer, to the sandbox's mail server. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const common = {
  subject: 'A mail of Zoë',
  preheader: 'What the list of mails shows.',
  title: 'A mail',
  paragraphs: ['Hi Zoë “Apex” <b>,', 'this is all.'],
  why: 'You get this because of a test.',
}
const thread = '01970000-0000-7000-8000-000000000001'
const calendar = ['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'SUMMARY:Zoë', 'END:VEVENT', 'END:VCALENDAR', '']

const invite = {
  ...{ method: 'REQUEST' as const, content: calendar.join('\r\n') },
  ...{ uid: thread, sequence: 0, startsAt: null },
}

const shapes: Record<string, Omit<NewMail, 'to'>> = {
  code: { ...common, code: '01425611', action: { label: 'Open my account', url: 'https://levelup.example/account' } },
  facts: {
    ...common,
    facts: [['Booking', 'LU-4KQ2']],
    sections: [
      { heading: 'One line', lines: ['Alone.'] },
      { heading: 'Several', lines: ['First.', 'Second.'] },
    ],
    links: [{ label: 'Receipt', url: 'https://levelup.example/receipt?booking=1&print' }],
  },
  invite: { ...common, thread, invite },
  answered: { ...common, thread, replyTo: { name: "Zoë O'Brien", address: 'zoe@example.test' } },
  'switched-off': { ...common, thread, optOut: 'reminders' },
}

test.each(Object.entries(shapes))('%s', async (name, parts) => {
  const raw = await send({ ...parts, to: `${name}@demo.test` })
  await expect(raw).toMatchFileSnapshot(`golden/${name}.eml`)
})

test('the seller is named, and help is where replies are read', async () => {
  const seller = {
    name: 'Level Up LLC',
    address: '1 Main St, Springfield',
    taxId: null,
    email: 'help+us@levelup.example',
  }
  const { text } = composeMail({ ...app.deps.env, seller }, { ...common, to: 'reader@demo.test' })
  expect(text).toContain(
    'Replies to this mail are not read.\nNeed help? Write to us: mailto:help%2Bus@levelup.example\n',
  )
  expect(text).toContain('Level Up, Level Up LLC, 1 Main St, Springfield\n')
})

test('our own addresses can be pressed in a mail, those that somebody typed cannot', () => {
  const { baseUrl } = app.deps.env
  const said = `Say it here: ${baseUrl}/account?a=1&b. Not there: https://evil.test/<b>.`
  const { html } = composeMail(app.deps.env, { ...common, to: 'reader@demo.test', paragraphs: [said] })
  const url = `${baseUrl}/account?a=1&amp;b`
  expect(html).toMatch(
    new RegExp(`Say it here: <a class="ink" href="${url.replaceAll('?', '\\?')}"[^>]*>[^<]+</a>\\. Not`),
  )
  expect(html).toContain('Not there: https://evil.test/&lt;b&gt;.</p>')
})

/** Sends a mail; returns its source, with everything that differs each time replaced. */
async function send(mail: NewMail): Promise<string> {
  const { deps } = app
  // The token of the reader's links, the same each time.
  if (mail.optOut) await deps.db.insert(mailChoices).values({ addressHash: hashOf(mail.to), token: 'T'.repeat(43) })
  const content = composeMail(deps.env, mail)
  await deps.db.transaction((tx) =>
    queueMail(deps, tx, { ...content, dedupeKey: `test:${mail.to}`, audience: 'staff' }),
  )
  await app.runJobs()
  const [sent] = app.sandbox.outbox.list().filter(({ to }) => to === mail.to)
  const { raw } = (await app.app.http.inject(`/dev/outbox/${sent!.id}.json`)).json() as { raw: string }
  const boundaries = [...new Set([...raw.matchAll(/boundary="([^"]+)"/g)].map(([, boundary]) => boundary!))]
  return boundaries
    .reduce((text, boundary, i) => text.replaceAll(boundary, `boundary-${i + 1}`), raw)
    .replace(/^Message-ID: <[\da-f-]{36}@/m, 'Message-ID: <id@')
    .replace(/^Date: .*$/m, 'Date: now')
    .replaceAll('\r\n', '\n')
}
