import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { keepMessage } from '#src/sandbox/mail/outbox.ts'
import { readSwitches } from '#src/sandbox/misbehaviour.ts'
import { accountSid, phoneNumber } from './account.ts'
import { hasOptedOut } from './sms-replies.ts'
import { callWebhook, type SmsWebhook } from './sms-webhook.ts'

const unsubscribed: [number, string] = [21610, 'Attempt to send to unsubscribed recipient']

/** Numbers that Twilio refuses in its own test mode, and why. */
const refusedNumbers: Record<string, [code: number, message: string]> = {
  '+15005550001': [21211, "The 'To' number +15005550001 is not a valid phone number."],
  '+15005550004': unsubscribed,
  '+15005550009': [21614, "'To' number +15005550009 is not a valid mobile number"],
}

/** Thrown when the provider says no: HTTP status and Twilio's code. */
class TwilioRefusal extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/**
 * Twilio's calls that send an SMS and tell of one, to be registered under `/2010-04-01`: nothing is sent, the outbox keeps it. `told` gets the
 * promise of telling the app what became of it.
 */
export function twilioApi(
  db: DatabaseSync,
  webhook: SmsWebhook,
  told: (telling: Promise<void>) => void,
): FastifyPluginAsync {
  return async (app) => {
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )

    app.setErrorHandler((error: Error, _, reply) => {
      const { status, code, message } =
        error instanceof TwilioRefusal ? error : new TwilioRefusal(500, 20500, error.message)
      reply.status(status).send({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status })
    })

    app.post<{ Params: { sid: string }; Body: URLSearchParams }>(
      '/Accounts/:sid/Messages.json',
      async (request, reply) => {
        const { smsDown } = readSwitches(db)
        if (smsDown === 'unreachable') {
          request.raw.socket.destroy()
          return reply.hijack()
        }
        if (smsDown === 'busy') throw new TwilioRefusal(503, 20503, 'Service Unavailable')
        checkKeys(webhook, request, request.params.sid)
        const { to, from, text } = checkMessage(request.body)
        if (smsDown === 'rejecting') throw new TwilioRefusal(400, 21614, "'To' number is not a valid mobile number")
        if (hasOptedOut(db, to)) throw new TwilioRefusal(400, ...unsubscribed)
        const errorCode = readSwitches(db).smsUndelivered
        if (errorCode === 'off')
          keepMessage(db, { channel: 'sms', from, to, subject: '', text, html: null, attachments: [], raw: null })
        const sid = `SM${randomBytes(16).toString('hex')}`
        const callback = request.body.get('StatusCallback')
        if (callback) told(tellStatus(webhook, callback, { sid, to, from, errorCode }))
        reply.status(201)
        return messageAnswer(sid, to, from, text)
      },
    )

    app.get<{ Params: { sid: string; file: string } }>('/Accounts/:sid/Messages/:file', async (request) => {
      checkKeys(webhook, request, request.params.sid)
      const sid = request.params.file.replace(/\.json$/, '')
      const reply = db.prepare('select sender, text, sent_at from sms_replies where sid = ?').get(sid)
      if (!reply) throw new TwilioRefusal(404, 20404, 'The requested resource was not found')
      const about = { direction: 'inbound', status: 'received', date_sent: rfc2822(Number(reply.sent_at)) }
      return { ...messageAnswer(sid, phoneNumber, String(reply.sender), String(reply.text)), ...about }
    })
  }
}

function checkKeys({ authToken }: SmsWebhook, { headers }: FastifyRequest, sid: string): void {
  const given = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString()
  if (sid !== accountSid || given !== `${accountSid}:${authToken}`) throw new TwilioRefusal(401, 20003, 'Authenticate')
}

function checkMessage(form: URLSearchParams): { to: string; from: string; text: string } {
  const [to, from, text] = ['To', 'From', 'Body'].map((name) => form.get(name) ?? '') as [string, string, string]
  if (!to) throw new TwilioRefusal(400, 21604, "A 'To' phone number is required.")
  if (!text) throw new TwilioRefusal(400, 21602, 'Message body is required.')
  if (text.length > 1600) {
    throw new TwilioRefusal(400, 21617, 'The concatenated message body exceeds the 1600 character limit')
  }
  if (from !== phoneNumber) {
    throw new TwilioRefusal(400, 21606, `The 'From' phone number provided (${from}) is not a valid, SMS-capable number`)
  }
  if (!/^\+[1-9]\d{6,14}$/.test(to)) throw new TwilioRefusal(400, 21211, `Invalid 'To' Phone Number: ${to}`)
  const refused = refusedNumbers[to]
  if (refused) throw new TwilioRefusal(400, ...refused)
  return { to, from, text }
}

/** First that it was sent, then its end, as Twilio tells `StatusCallback`; who does not listen is not told again. */
async function tellStatus(
  webhook: SmsWebhook,
  callback: string,
  { sid, to, from, errorCode }: { sid: string; to: string; from: string; errorCode: string },
): Promise<void> {
  const about = { AccountSid: accountSid, ApiVersion: '2010-04-01', From: from, To: to, MessageSid: sid, SmsSid: sid }
  const end = errorCode === 'off' ? 'delivered' : 'undelivered'
  for (const status of ['sent', end]) {
    const why: Record<string, string> = status === 'undelivered' ? { ErrorCode: errorCode } : {}
    const fields = { ...about, ...why, MessageStatus: status, SmsStatus: status }
    await callWebhook(webhook, new URL(callback).pathname, fields).catch(() => null)
  }
}

function rfc2822(at: number): string {
  return new Date(at).toUTCString().replace('GMT', '+0000')
}

function messageAnswer(sid: string, to: string, from: string, body: string): object {
  const now = rfc2822(Date.now())
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${sid}`
  return {
    account_sid: accountSid,
    api_version: '2010-04-01',
    body,
    date_created: now,
    date_sent: null,
    date_updated: now,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: '1',
    price: null,
    price_unit: 'USD',
    sid,
    status: 'queued',
    subresource_uris: { media: `${uri}/Media.json` },
    to,
    uri: `${uri}.json`,
  }
}
