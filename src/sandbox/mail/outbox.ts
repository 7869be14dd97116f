import type { DatabaseSync } from 'node:sqlite'

/** A message that left the app. `sentAt` is an ISO instant in UTC. */
export type OutboxMessage = {
  id: string
  channel: 'email' | 'sms'
  to: string
  /** '' for an SMS. */
  subject: string
  text: string
  sentAt: string
}

export type OutboxAttachment = { filename: string; contentType: string; text: string }

export type OutboxDetail = OutboxMessage & {
  from: string
  html: string | null
  attachments: OutboxAttachment[]
  /** A mail as it came over the wire. */
  raw: string | null
}

/** Keeps a message that was sent. */
export function keepMessage(db: DatabaseSync, message: Omit<OutboxDetail, 'id' | 'sentAt'>): void {
  db.prepare(
    `insert into outbox (channel, sender, recipient, subject, text, html, attachments, sent_at, raw)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    message.channel,
    message.from,
    message.to,
    message.subject,
    message.text,
    message.html,
    JSON.stringify(message.attachments),
    new Date().toISOString(),
    message.raw,
  )
}

/** The newest messages first, at most `limit`; `to` keeps those whose recipients contain that text. */
export function listMessages(db: DatabaseSync, { to = '', limit = 200 } = {}): OutboxMessage[] {
  return db
    .prepare(
      `select id, channel, recipient, subject, text, sent_at from outbox
       where instr(lower(recipient), lower(?)) > 0 or ? = '' order by id desc limit ?`,
    )
    .all(to, to, limit)
    .map(summaryOf)
}

/** One message with its HTML, attachments and source, or undefined. */
export function findMessage(db: DatabaseSync, id: string): OutboxDetail | undefined {
  const row = db.prepare('select * from outbox where id = ?').get(id)
  if (!row) return undefined
  return {
    ...summaryOf(row),
    from: row.sender as string,
    html: row.html as string | null,
    attachments: JSON.parse(row.attachments as string),
    raw: row.raw as string | null,
  }
}

function summaryOf(row: Record<string, unknown>): OutboxMessage {
  return {
    id: String(row.id),
    channel: row.channel as OutboxMessage['channel'],
    to: row.recipient as string,
    subject: row.subject as string,
    text: row.text as string,
    sentAt: row.sent_at as string,
  }
}
