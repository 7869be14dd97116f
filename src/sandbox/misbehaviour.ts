import type { DatabaseSync } from 'node:sqlite'
import * as z from 'zod'
import { inTransaction } from './sandbox-database.ts'

const onOff = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })])
const whole = (max: number) => z.coerce.number().int().min(0).max(max)
/** Trouble with a call comes before its work is done, or after: then only the answer is lost. */
const moment = z.enum(['off', 'before', 'after'])
/**
 * `unreachable` hangs up, `busy` refuses for now (4xx of SMTP, 503 of HTTP), `rejecting` refuses the recipient for good; `refusing`
 * takes the recipient and refuses the mail.
 */
const outage = z.enum(['off', 'unreachable', 'busy', 'rejecting'])
const mailOutage = z.enum([...outage.options, 'refusing'])

/** Twilio's codes of SMS that it took and nobody got. */
const undelivered = z.enum(['off', '30003', '30005', '30006', '30007'])

/** Every switch, as JSON or as texts of a form. Numbers: milliseconds, seconds or how many, as the names of the page say. */
const switchesSchema = z.strictObject({
  lost: onOff,
  delayed: whole(600_000),
  doubled: whole(20),
  reordered: whole(60_000),
  forged: onOff,
  fail500: moment,
  fail500Calls: whole(1_000),
  timeout: moment,
  timeoutCalls: whole(1_000),
  timeoutSeconds: whole(120),
  decline: onOff,
  mailDown: mailOutage,
  smsDown: outage,
  smsUndelivered: undelivered,
})
const changesSchema = switchesSchema.partial()

/**
 * How the stand-ins misbehave.
 *
 * Webhooks: `lost` drops them for good; `delayed` sends them that many ms late; `doubled` sends each that many times
 * more; `reordered` shuffles those within that many ms; `forged` sends a wrongly signed event beside each.
 * The server's calls to Stripe: `fail500` answers 500, `timeout` never answers and hangs up after `timeoutSeconds`; both
 * `before` or `after` the work is done, for the next `…Calls` calls, 0 meaning until switched off. `decline`: no card pays.
 * `mailDown`, `smsDown`: the mail server and the SMS provider are away. `smsUndelivered`: SMS are taken, and do not arrive.
 */
export type Switches = z.infer<typeof switchesSchema>

/** Nobody misbehaves. */
export const allWell: Switches = {
  lost: false,
  delayed: 0,
  doubled: 0,
  reordered: 0,
  forged: false,
  fail500: 'off',
  fail500Calls: 0,
  timeout: 'off',
  timeoutCalls: 0,
  timeoutSeconds: 10,
  decline: false,
  mailDown: 'off',
  smsDown: 'off',
  smsUndelivered: 'off',
}

/** The switches as they stand now. They lie in the database, so that processes which share it misbehave alike. */
export function readSwitches(db: DatabaseSync): Switches {
  const row = db.prepare('select switches from misbehaviour').get()
  return row ? { ...allWell, ...JSON.parse(row.switches as string) } : allWell
}

/** Changes some switches and returns all. Throws a `ZodError` when a name or value is none of ours. */
export function setSwitches(db: DatabaseSync, changes: unknown): Switches {
  const checked = changesSchema.parse(changes)
  return inTransaction(db, () => save(db, { ...readSwitches(db), ...checked }))
}

/** All back to normal; webhooks that were held back leave at once. */
export function clearSwitches(db: DatabaseSync): Switches {
  return inTransaction(db, () => {
    db.prepare('update deliveries set next_at = ? where next_at is not null and tries = 0').run(Date.now())
    return save(db, allWell)
  })
}

function save(db: DatabaseSync, switches: Switches): Switches {
  db.prepare('insert or replace into misbehaviour (only, switches) values (1, ?)').run(JSON.stringify(switches))
  return switches
}

/** What happens to one call of Stripe's API: a 500, or silence of that many ms; before or after the work. */
export type CallTrouble = { when: 'before' | 'after'; silenceMs: number | null }

/** The trouble in store for the call that has just come in, counted down; null: it goes well. */
export function takeCallTrouble(db: DatabaseSync): CallTrouble | null {
  const { fail500, timeout } = readSwitches(db)
  if (fail500 === 'off' && timeout === 'off') return null
  // Read again inside the transaction: another call may have taken the last one.
  return inTransaction(db, () => {
    const switches = readSwitches(db)
    for (const name of ['fail500', 'timeout'] as const) {
      const when = switches[name]
      if (when === 'off') continue
      const left = switches[`${name}Calls`]
      if (left > 0) save(db, { ...switches, [name]: left === 1 ? 'off' : when, [`${name}Calls`]: left - 1 })
      return { when, silenceMs: name === 'timeout' ? switches.timeoutSeconds * 1000 : null }
    }
    return null
  })
}

/** When a new webhook leaves (ms since 1970): at once, or late, or shuffled among its neighbours. */
export function departureOfWebhook(db: DatabaseSync): number {
  const { delayed, reordered } = readSwitches(db)
  return Date.now() + delayed + Math.floor(Math.random() * reordered)
}
