import { Transform } from 'node:stream'
import nodemailer from 'nodemailer'
import type SMTPPool from 'nodemailer/lib/smtp-pool/index.js'

export type Mail = {
  /** One bare address. */
  to: string
  subject: string
  text: string
  html: string
  /** Kept the same over retries, so that mail systems can spot a repeat. */
  messageId: string
  replyTo?: { name: string; address: string }
  /** A Message-ID that mails about the same thing share: inboxes show them as one conversation. */
  thread?: string
  /** An https address where mail programs unsubscribe their reader by a POST (RFC 8058). */
  unsubscribe?: string
  /** A calendar file that changes the reader's calendar (RFC 6047). */
  invite?: { method: 'REQUEST' | 'CANCEL'; content: string } | null
}

/** What an invite is called where it is saved as a file. */
export const inviteName = 'invite.ics'

/** Vacation replies and the like would answer to nobody (RFC 3834, and what Exchange knows instead). */
const byMachine = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
const oneClick = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

export type Mailer = {
  /**
   * Hands one mail to the SMTP server. Throws `MailRefused` when another try is pointless, and some other error when
   * the mail was not taken, or not within 30 s (then it may still arrive: SMTP cannot take a mail back).
   */
  send(mail: Mail): Promise<void>
  close(): void
}

/** The mail server says that this address takes no mail, or not this one. */
export class MailRefused extends Error {}

/** The SMTP client for `url` (`smtp://user:password@host:port` or `smtps://…`), sending as `from`. */
export function createMailer(url: string, from: string): Mailer {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as SMTPPool.Options)
  transport.use('stream', (mail, done) => {
    mail.message.transform(inOnePiece)
    done()
  })
  return {
    async send({ to, subject, text, html, messageId, replyTo, thread, unsubscribe, invite }) {
      const sending = transport.sendMail({
        from,
        // An address as an object is one recipient, whatever characters it holds; a text would be read as a list.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId,
        replyTo,
        inReplyTo: thread,
        references: thread,
        headers: { ...byMachine, ...(unsubscribe && oneClick) },
        ...(unsubscribe && { list: { unsubscribe: { url: unsubscribe } } }),
        // Goes twice: as an alternative of the text, which calendars take in by themselves, and as a file.
        ...(invite && { icalEvent: { ...invite, filename: inviteName } }),
      })
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('The mail server took longer than 30 s')), 30_000)
      })
      try {
        await Promise.race([sending, late])
      } catch (error) {
        throw isRefusal(error) ? new MailRefused(error.message) : error
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => transport.close(),
  }
}

/** Gathers a mail: it is made in a dozen small pieces, and each would be written to the network by itself. */
function inOnePiece(): Transform {
  const pieces: Buffer[] = []
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      pieces.push(piece)
      done()
    },
    flush(done) {
      done(null, Buffer.concat(pieces))
    },
  })
}

/**
 * A 5xx answer to the recipient's address, or to the mail itself. Other refusals can be put right, such as a wrong password of ours, or
 * what is said of the sender and of the way (RFC 3463: 5.7 and 5.4, a record that lacks or a quota that is used up).
 */
function isRefusal(error: unknown): error is Error {
  const { command, responseCode = 0, response = '' } = error as SmtpError
  return responseCode >= 500 && (command === 'RCPT TO' || (command === 'DATA' && !/^\d{3}[ -]5\.[47]\./.test(response)))
}

type SmtpError = { command?: string; responseCode?: number; response?: string }
