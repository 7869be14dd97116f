import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Opens (and creates when missing) `dataDir/sandbox.sqlite`, the one place where the sandbox remembers anything.
 * A file rather than memory: money and mail have to survive a killed server, and several processes may share it.
 */
export function openDatabase(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true })
  const db = new DatabaseSync(join(dataDir, 'sandbox.sqlite'), { timeout: 5_000 })
  useWal(db)
  db.exec(`
    pragma synchronous = normal;

    -- Stripe's objects as JSON. due_at (ms since 1970): when the object moves on by itself.
    create table if not exists objects (
      seq integer primary key autoincrement,
      id text not null unique,
      kind text not null,
      body text not null,
      due_at integer
    );
    create index if not exists objects_kind on objects (kind, seq);
    create index if not exists objects_intent on objects (kind, (body ->> 'payment_intent'));
    create index if not exists objects_due on objects (due_at) where due_at is not null;

    create table if not exists idempotency_keys (
      key text primary key,
      request text not null,
      status integer not null,
      body text not null
    );

    -- Webhooks under way. next_at is null once the event was accepted or given up.
    create table if not exists deliveries (
      event_id text primary key,
      url text,
      tries integer not null default 0,
      next_at integer,
      last_result text
    );
    create index if not exists deliveries_next on deliveries (next_at) where next_at is not null;

    -- How the stand-ins misbehave: one row of JSON, none while all is well.
    create table if not exists misbehaviour (only integer primary key check (only = 1), switches text not null);

    -- Numbers that answered STOP.
    create table if not exists sms_opt_outs (number text primary key);

    -- SMS to our number, by Twilio's id: when each was sent (ms since 1970).
    create table if not exists sms_replies (sid text primary key, sender text not null, text text not null, sent_at integer not null);

    create table if not exists outbox (
      id integer primary key autoincrement,
      channel text not null,
      sender text not null,
      recipient text not null,
      subject text not null,
      text text not null,
      html text,
      attachments text not null,
      sent_at text not null,
      -- A mail as it came over the wire; null for an SMS.
      raw text
    );
  `)
  addRaw(db)
  return db
}

/** Several processes may open a new file at one moment: this statement alone does not wait for the others, but fails at once. */
function useWal(db: DatabaseSync): void {
  for (let tries = 1; ; tries++)
    try {
      db.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (tries === 100) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
}

/** Files of before that column go on being used. */
function addRaw(db: DatabaseSync): void {
  const hasRaw = db.prepare("select 1 from pragma_table_info('outbox') where name = 'raw'").get()
  if (!hasRaw) db.exec('alter table outbox add column raw text')
}

/** Runs `work` (not async) in one write transaction: all of it happens, or nothing when it throws. Returns its result. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('begin immediate')
  try {
    const result = work()
    db.exec('commit')
    return result
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}
