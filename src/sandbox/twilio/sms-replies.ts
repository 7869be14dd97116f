import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { keepMessage } from '#src/sandbox/mail/outbox.ts'
import { accountSid, phoneNumber } from './account.ts'
import { callWebhook, type SmsWebhook } from './sms-webhook.ts'

/** An SMS to our number; `messageSid` is Twilio's id of it, the same when it comes again. It was `sentAt` a moment ago, unless said otherwise. */
export type SmsReply = { from: string; text: string; messageSid?: string; sentAt?: Date }

const path = '/api/webhooks/sms'

/** Twilio itself obeys and confirms these, unless told otherwise. */
const stopWords = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']
const startWords = ['START', 'UNSTOP', 'YES']

/** Whether this number answered STOP: nothing is sent there. */
export function hasOptedOut(db: DatabaseSync, number: string): boolean {
  return db.prepare('select 1 from sms_opt_outs where number = ?').get(number) !== undefined
}

/**
 * Tells the app of an SMS to our number, as Twilio does, and sends what it answers. Returns the status of that call, and the
 * texts that went back.
 */
export async function replyToSms(
  db: DatabaseSync,
  webhook: SmsWebhook,
  { from, text, messageSid = `SM${randomBytes(16).toString('hex')}`, sentAt = new Date() }: SmsReply,
): Promise<{ status: number; answers: string[] }> {
  const confirmation = obey(db, from, text)
  db.prepare('insert or ignore into sms_replies (sid, sender, text, sent_at) values (?, ?, ?, ?)').run(
    ...[messageSid, from, text, +sentAt],
  )
  const fields = {
    ...{ AccountSid: accountSid, ApiVersion: '2010-04-01', MessageSid: messageSid, NumMedia: '0', NumSegments: '1' },
    ...{ From: from, To: phoneNumber, Body: text },
  }
  const answer = await callWebhook(webhook, path, fields)
  const answers = [...confirmation, ...messagesIn(await answer.text())]
  for (const each of answers)
    keepMessage(db, {
      ...{
        channel: 'sms',
        from: phoneNumber,
        to: from,
        subject: '',
        text: each,
        html: null,
        attachments: [],
        raw: null,
      },
    })
  return { status: answer.status, answers }
}

/** Stops or starts sending to a number, and returns Twilio's own words about it. */
function obey(db: DatabaseSync, from: string, text: string): string[] {
  const word = text.trim().toUpperCase()
  if (stopWords.includes(word)) {
    db.prepare('insert or ignore into sms_opt_outs (number) values (?)').run(from)
    return [
      'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
    ]
  }
  if (!startWords.includes(word)) return []
  const { changes } = db.prepare('delete from sms_opt_outs where number = ?').run(from)
  return changes
    ? ['You have successfully been re-subscribed to messages from this number. Reply STOP to unsubscribe.']
    : []
}

/** The texts in an answer in TwiML. */
function messagesIn(twiml: string): string[] {
  return [...twiml.matchAll(/<Message>(.*?)<\/Message>/gs)].map(([, text = '']) =>
    text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  )
}
