import { Transform } from 'node:stream'
import nodemailer from 'nodemailer'
import type SMTPPool from 'nodemailer/lib/smtp-pool/index.js'

export type Mail = {
  /** One bare address. */
  to: string
  subject: string
  text: string
  html: string
  /** A calendar invite goes as an attachment that calendars and mail clients both understand. */
  attachments: { filename: string; contentType: string; content: string }[]
  /** Kept the same over retries, so that mail systems can spot a repeat. */
  messageId: string
}

export type Mailer = {
  /**
   * Hands one mail to the SMTP server. Throws `MailRefused` when another try is pointless, and some other error when
   * the mail was not taken, or not within 30 s (then it may still arrive: SMTP cannot take a mail back).
   */
  send(mail: Mail): Promise<void>
  close(): void
}

/** The mail server knows that this address takes no mail. */
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
    async send({ to, subject, text, html, attachments, messageId }) {
      // An address as an object is one recipient, whatever characters it holds; a text would be read as a list.
      const sending = transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        attachments,
        messageId,
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

/** A 5xx answer to the recipient's address. Other refusals (a wrong password of ours, for one) can be put right. */
function isRefusal(error: unknown): error is Error {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number }
  return command === 'RCPT TO' && responseCode >= 500
}
