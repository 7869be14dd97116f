import { and, asc, desc, eq, not, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { PartHealth } from '#src/features/insights/health-contract.ts'
import { isFailure, plainError } from '#src/features/notifications/server/notifications.ts'
import { deliveries, isHeldBack, isListed } from '#src/features/notifications/server/table.ts'
import { missingOfSeller, sellsUntil } from '#src/features/payments/server/payments.ts'
import { providerCursor } from '#src/features/payments/server/table.ts'
import { lastBeats } from '#src/platform/database/heartbeats.ts'
import { showInstant } from '#src/shared/times.ts'
import packageFile from '../../../../package.json' with { type: 'json' }

const minute = 60_000
/** How long mails, SMS and jobs may wait, and the payment provider be silent, until somebody should look. */
const patienceMs = 10 * minute
/** How old the last backup may be. */
const backupMs = 2 * 24 * 60 * minute

const startedAt = new Date()

type Health = Omit<PartHealth, 'part'>
type Asking = Pick<Deps, 'db' | 'env' | 'now' | 'mailer' | 'sms' | 'payments' | 'jobs'>
/** With the zone of its times. */
type Asked = Asking & { zone: string }

const good = (text: string): Health => ({ state: 'good', text, advice: null, to: null })
const bad = (text: string, advice: string, to: string | null = null): Health => ({ state: 'bad', text, advice, to })
const off = (text: string): Health => ({ state: 'off', text, advice: null, to: null })

/** How everything is that the business runs on, without addresses, keys and errors in their own words; times are of a zone (IANA name). */
export async function systemHealth(asking: Asking, zone = asking.env.businessTimeZone): Promise<PartHealth[]> {
  const deps = { ...asking, zone }
  const [mail, sms, payments, seller, jobs, backup] = await Promise.all([
    deps.mailer
      ? channelHealth(deps, 'mail')
      : bad('No mail server is set up: mails wait.', 'Ask your engineer to set SMTP_URL.'),
    deps.sms ? channelHealth(deps, 'sms') : off('No SMS provider is set up: nobody is sent an SMS.'),
    paymentHealth(deps),
    sellerHealth(deps),
    jobHealth(deps),
    backupHealth(deps),
  ])
  return [
    // It has just answered the questions above.
    { part: 'database', ...good('It answers.') },
    { part: 'mail', ...mail },
    { part: 'sms', ...sms },
    { part: 'payments', ...payments },
    { part: 'seller', ...seller },
    { part: 'jobs', ...jobs },
    { part: 'backup', ...backup },
    { part: 'version', ...good(`Level Up ${packageFile.version}, running since ${clockOf(deps)(startedAt)}.`) },
  ]
}

/** Instants as a clock of the zone shows them. */
function clockOf({ zone }: Asked): (instant: Date) => string {
  return (instant) => showInstant(instant, zone)
}

/** As far as Deliveries shows them: a report's mails are nobody's to see (SAFE-1). */
async function channelHealth(deps: Asked, channel: 'mail' | 'sms'): Promise<Health> {
  const { db, now } = deps
  const { createdAt, sentAt, lastError } = deliveries
  const ofState = (state: 'queued' | 'sent') =>
    and(isListed, eq(deliveries.channel, channel), eq(deliveries.status, state))
  const [[oldest], [last], failed] = await Promise.all([
    db
      .select({ createdAt, lastError, waiting: sql<number>`count(*) over ()`.mapWith(Number) })
      .from(deliveries)
      .where(and(ofState('queued'), not(isHeldBack)))
      .orderBy(asc(createdAt))
      .limit(1),
    db.select({ sentAt }).from(deliveries).where(ofState('sent')).orderBy(desc(createdAt)).limit(1),
    db.$count(deliveries, and(eq(deliveries.channel, channel), isFailure(now()))),
  ])
  if (oldest && now().getTime() - oldest.createdAt.getTime() > patienceMs) {
    const many = oldest.waiting === 1 ? '1 waits' : `${oldest.waiting} wait, the oldest`
    const why = oldest.lastError ? ` ${plainError(channel, oldest.lastError)}` : ''
    return bad(
      `${many} since ${clockOf(deps)(oldest.createdAt)}.${why}`,
      'Look under Deliveries: each says why it waits.',
      '/admin-deliveries?state=queued',
    )
  }
  if (failed > 0)
    return {
      state: 'warn',
      text: `${failed} failed.`,
      advice: 'Look under Deliveries: send each again, or mark it as dealt with.',
      to: '/admin-deliveries?state=failed',
    }
  return good(last?.sentAt ? `The last one was sent ${clockOf(deps)(last.sentAt)}.` : 'None was sent yet.')
}

/** The provider tells us by webhook, and is asked each minute: what only the asking brought shows that the webhook is broken. */
async function paymentHealth(deps: Asked): Promise<Health> {
  const { db, now, payments } = deps
  if (!payments) return bad('Cards cannot be charged.', 'Ask your engineer to set the keys of Stripe.')
  const [beats, [cursor]] = await Promise.all([lastBeats(db), db.select().from(providerCursor)])
  if (cursor && now().getTime() - cursor.readAt.getTime() > patienceMs)
    return bad(
      `Stripe last answered us ${clockOf(deps)(cursor.readAt)}.`,
      'Look at status.stripe.com, then at the keys of Stripe.',
    )
  const { 'payment-webhook': heard, 'payment-list': found } = beats
  const lastHeard = heard && `Stripe’s webhook last called us ${clockOf(deps)(heard)}`
  if (found && found.getTime() - (heard?.getTime() ?? 0) > patienceMs)
    return bad(
      lastHeard ? `${lastHeard}; since then we found payments only by asking.` : 'Stripe’s webhook never called us.',
      'Until it does, payments are booked some minutes late: compare address and secret of the webhook at Stripe.',
    )
  return good(lastHeard ? `${lastHeard}.` : 'Stripe’s webhook has had nothing to say yet.')
}

async function sellerHealth(deps: Asked): Promise<Health> {
  const missing = missingOfSeller(deps.env)
  if (missing.length === 0 && deps.env.production && deps.env.withdrawal === null)
    return bad(
      'Nobody has said whether buyers in the EU and the UK can withdraw.',
      'Ask a lawyer, then your engineer to set WITHDRAWAL.',
      '/terms',
    )
  if (missing.length === 0)
    return deps.env.production ? good('Name, address and e-mail are published.') : off('Nobody has to: this is a demo.')
  const until = await sellsUntil(deps)
  const goesOn = until instanceof Date && until > deps.now()
  return bad(
    goesOn
      ? `Nobody can read who sells. After ${clockOf(deps)(until)} no payments are taken.`
      : 'Nobody can read who sells: no payments are taken.',
    `Ask your engineer to set ${missing.join(', ')}.`,
    '/imprint',
  )
}

async function jobHealth(deps: Asked): Promise<Health> {
  const [{ count, since }, dead] = await Promise.all([deps.jobs.behind(), deps.jobs.listDead()])
  if (since && deps.now().getTime() - since.getTime() > patienceMs)
    return bad(
      `${count} should have begun, the first ${clockOf(deps)(since)}.`,
      'Ask your engineer to start the app again.',
    )
  if (dead.length > 0)
    return bad(
      `${dead.length} failed for good.`,
      'The owner’s dashboard lists what failed above each tab, with a button to try again.',
    )
  return good('None is late.')
}

async function backupHealth(deps: Asked): Promise<Health> {
  const { backup } = await lastBeats(deps.db)
  const advice = 'Ask your engineer to let a timer run "npm run backup" once a day.'
  if (!backup) return deps.env.production ? bad('None was made yet.', advice) : off('None was made: this is a demo.')
  const made = `The last one was made ${clockOf(deps)(backup)}.`
  return deps.now().getTime() - backup.getTime() > backupMs ? bad(made, advice) : good(made)
}
