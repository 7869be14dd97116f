import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import type { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { readSwitches } from '#src/sandbox/misbehaviour.ts'
import { keepMessage } from './outbox.ts'

/** Starts a mail server on a free local port. It takes every mail from everybody, unless told to misbehave, and puts it into the outbox. */
export async function startSmtp(db: DatabaseSync): Promise<{ url: string; close: () => Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1_000,
    size: 10 * 1024 * 1024,
    onAuth: ({ username }, _, done) => done(null, { user: username }),
    onMailFrom: (_, __, done) => {
      const { mailDown } = readSwitches(db)
      if (mailDown === 'unreachable') for (const socket of sockets) socket.destroy()
      done(mailDown === 'busy' ? answer(451, 'Try again later') : null)
    },
    onRcptTo: (_, __, done) => done(readSwitches(db).mailDown === 'rejecting' ? answer(550, 'No such mailbox') : null),
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address).join(', ')
      if (readSwitches(db).mailDown === 'refusing') {
        stream.resume()
        stream.on('end', () => done(answer(554, 'No mail like this here')))
      } else keepMail(db, stream, to).then(() => done(), done)
    },
  })
  // A client that hangs up in the middle is its own problem.
  server.on('error', () => {})
  // Known, because a connection that the app keeps open has to break too when the server goes away.
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    if (readSwitches(db).mailDown === 'unreachable') return socket.destroy()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function answer(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}

async function keepMail(db: DatabaseSync, source: Readable, to: string): Promise<void> {
  const raw = await buffer(source)
  const mail = await simpleParser(raw)
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
    raw: raw.toString('utf8'),
  })
}
