import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { keepMessage } from './outbox.ts'

/** Starts a mail server on a free local port. It takes every mail from everybody and puts it into the outbox. */
export async function startSmtp(db: DatabaseSync): Promise<{ url: string; close: () => Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1_000,
    size: 10 * 1024 * 1024,
    onAuth: ({ username }, _, done) => done(null, { user: username }),
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address).join(', ')
      keepMail(db, stream, to).then(() => done(), done)
    },
  })
  // A client that hangs up in the middle is its own problem.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function keepMail(db: DatabaseSync, source: Readable, to: string): Promise<void> {
  const mail = await simpleParser(source)
  keepMessage(db, {
    channel: 'email',
    from: mail.from?.text ?? '',
    to,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html || null,
    attachments: mail.attachments.map((attachment) => ({
      filename: attachment.filename ?? (attachment.contentType === 'text/calendar' ? 'invite.ics' : 'attachment'),
      contentType: attachment.contentType,
      text: attachment.content.toString('utf8'),
    })),
  })
}
