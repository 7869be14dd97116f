import type { Writable } from 'node:stream'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import * as accountJobs from '#src/features/accounts/server/jobs.ts'
import * as accounts from '#src/features/accounts/server/routes.ts'
import * as applicationJobs from '#src/features/applications/server/jobs.ts'
import * as applications from '#src/features/applications/server/routes.ts'
import * as audit from '#src/features/audit/server/routes.ts'
import * as bookingJobs from '#src/features/bookings/server/jobs.ts'
import * as bookings from '#src/features/bookings/server/routes.ts'
import { findCoachChanges } from '#src/features/coaches/server/coaches.ts'
import * as coaches from '#src/features/coaches/server/routes.ts'
import * as contacts from '#src/features/contacts/server/routes.ts'
import * as deskJobs from '#src/features/desk/server/jobs.ts'
import * as desk from '#src/features/desk/server/routes.ts'
import * as insights from '#src/features/insights/server/routes.ts'
import * as messageJobs from '#src/features/messages/server/jobs.ts'
import * as messages from '#src/features/messages/server/routes.ts'
import * as notificationJobs from '#src/features/notifications/server/jobs.ts'
import * as notifications from '#src/features/notifications/server/routes.ts'
import * as paymentJobs from '#src/features/payments/server/jobs.ts'
import { findReceiptNumbers } from '#src/features/payments/server/receipts.ts'
import * as payments from '#src/features/payments/server/routes.ts'
import * as privacyJobs from '#src/features/privacy/server/jobs.ts'
import * as privacy from '#src/features/privacy/server/routes.ts'
import * as ratingJobs from '#src/features/ratings/server/jobs.ts'
import * as ratings from '#src/features/ratings/server/routes.ts'
import * as schedule from '#src/features/schedule/server/routes.ts'
import * as sessionJobs from '#src/features/sessions/server/jobs.ts'
import * as sessions from '#src/features/sessions/server/routes.ts'
import * as stories from '#src/features/stories/server/routes.ts'
import { findStoriesChange } from '#src/features/stories/server/stories.ts'
import type { Env } from '#src/platform/config/env.ts'
import { watchDatabase } from '#src/platform/database/database-watch.ts'
import { openDatabase } from '#src/platform/database/db.ts'
import { openPubSub } from '#src/platform/database/pub-sub.ts'
import { describeApi } from '#src/platform/http/api-description.ts'
import { refuseWhileAway, serveHealth } from '#src/platform/http/health.ts'
import { createHttp } from '#src/platform/http/http.ts'
import { enforceLimits } from '#src/platform/http/limits.ts'
import { refuseUnreadable } from '#src/platform/http/refuse-unreadable.ts'
import { serveDeadJobs } from '#src/platform/jobs/dead-jobs.ts'
import { createJobs } from '#src/platform/jobs/jobs.ts'
import type { Telemetry } from '#src/platform/telemetry/opentelemetry/telemetry.ts'
import { contextLog, runInContext } from '#src/platform/telemetry/request-context.ts'
import { createMailer } from '#src/providers/mailer.ts'
import { createStripe, type StripeSettings } from '#src/providers/stripe.ts'
import { createSms, type SmsSettings } from '#src/providers/twilio.ts'
import { contentSecurityPolicy } from '#src/web/server/content-security-policy.ts'
import { web } from '#src/web/server/server.ts'
import { contracts } from './contracts.ts'
import type { Deps } from './deps.ts'
import { findNames } from './find-names.ts'

export type AppParts = {
  env: Env
  /** A migrated database. */
  databaseUrl: string
  /** Null: no card payments. */
  stripe: StripeSettings | null
  /** Null: mails stay queued. */
  smtpUrl: string | null
  /** Null: nobody is sent an SMS, and none is queued. */
  sms: SmsSettings | null
  /** The sandbox's `/dev` routes; absent in production. */
  sandboxRoutes?: FastifyPluginAsync
  /** Whether this process also takes jobs; tests run them by hand. */
  work: boolean
  /** How pages are made: from `dist`, by Vite in this process, or not at all (tests of the API). */
  pages: 'built' | 'dev' | 'none'
  now?: () => Date
  /** How many connections the database pool opens at most; 20 unless said otherwise. */
  connections?: number
  /** Where log lines go instead of to the standard output. */
  logTo?: Writable
  /** Collects traces and metrics; null: switched off. */
  telemetry?: Telemetry | null
}

export type App = {
  http: FastifyInstance
  deps: Deps
  /** Serves on this address; throws when it is taken. */
  listen(at: { host: string; port: number }): Promise<void>
  close(): Promise<void>
}

/** Puts the house together: every noun is named here, nothing is found by itself. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { env, databaseUrl, telemetry } = parts
  const stripe = parts.stripe !== null && !parts.stripe.scriptUrl
  const http = await createHttp(env, contentSecurityPolicy({ stripe }), parts.logTo, telemetry)
  await describeApi(http, env, contracts)
  const log = contextLog(http.log)
  const onBroken = (error: Error) => http.log.warn({ err: error }, 'a database connection broke')
  const database = openDatabase(databaseUrl, onBroken, {
    max: parts.connections,
    trace: telemetry?.query,
    patience: env.patience,
  })
  const watch = watchDatabase(databaseUrl, {
    onAway: () => {
      http.log.error('the database does not answer: requests get 503 until it does')
      database.abandon()
    },
    onBack: () => {
      http.log.info('the database answers again')
      database.resume()
    },
    patience: env.patience,
  })
  const jobs = createJobs(databaseUrl, (error) => log.error({ err: error }, 'a job failed'), {
    follow: (job, jobId, run) =>
      runInContext({ log: http.log.child({ job, jobId }), span: null }, () =>
        telemetry ? telemetry.job(job, run) : run(),
      ),
    patience: env.patience,
  })
  telemetry?.gauges({ database, jobs })
  const pubSub = openPubSub(databaseUrl, (error) => http.log.warn({ err: error }, 'pub/sub broke'))
  const mailer = parts.smtpUrl ? createMailer(parts.smtpUrl, env.mailFrom) : null
  const deps: Deps = {
    env,
    db: database.db,
    jobs,
    pubSub,
    payments: parts.stripe && createStripe(parts.stripe),
    mailer,
    sms: parts.sms && createSms(parts.sms),
    cacheLists: parts.pages !== 'none',
    now: parts.now ?? (() => new Date()),
    log,
  }

  serveHealth(http, deps)
  refuseWhileAway(http, watch)
  enforceLimits(http, deps)
  refuseUnreadable(http)
  audit.routes(http, deps, contracts, findNames)
  accounts.routes(http, deps)
  notifications.routes(http, deps)
  coaches.routes(http, deps)
  schedule.routes(http, deps)
  bookings.routes(http, deps, findReceiptNumbers)
  payments.routes(http, deps)
  applications.routes(http, deps)
  messages.routes(http, deps)
  sessions.routes(http, deps)
  ratings.routes(http, deps)
  stories.routes(http, deps)
  contacts.routes(http, deps)
  insights.routes(http, deps)
  desk.routes(http, deps)
  privacy.routes(http, deps)
  serveDeadJobs(http, deps)
  notificationJobs.jobs(deps)
  accountJobs.jobs(deps)
  bookingJobs.jobs(deps)
  paymentJobs.jobs(deps)
  applicationJobs.jobs(deps)
  messageJobs.jobs(deps)
  sessionJobs.jobs(deps)
  ratingJobs.jobs(deps)
  deskJobs.jobs(deps)
  privacyJobs.jobs(deps)
  if (parts.sandboxRoutes) await http.register(parts.sandboxRoutes)
  if (parts.pages !== 'none') {
    const { baseUrl, businessTimeZone: zone, securityContact } = env
    const changes = {
      coachChanges: () => findCoachChanges(deps.db),
      storiesChange: () => findStoriesChange(deps.db),
    }
    const smsCountries = parts.sms ? env.smsCountries : []
    const settings = { stripe, baseUrl, zone, smsCountries, securityContact }
    await http.register(web, { dev: parts.pages === 'dev', ...settings, ...changes })
    pubSub.on('pages', () => http.dropPages())
  }
  http.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not found' }))

  await jobs.start({ work: parts.work })

  return {
    http,
    deps,
    async listen(at) {
      // In a rush many connect at once: a client that finds the queue full would try again only after seconds.
      await http.listen({ ...at, backlog: 4_096 })
    },
    async close() {
      await closeHttp(http)
      await jobs.stop()
      pubSub.close()
      mailer?.close()
      await watch.close()
      await database.close()
    },
  }
}

/**
 * Lets requests under way finish, for 8 s at most. Connections that fall idle meanwhile, or never said anything, would
 * otherwise be waited for until their clients give up.
 */
async function closeHttp(http: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => http.server.closeIdleConnections(), 50)
  const cut = setTimeout(() => http.server.closeAllConnections(), 8_000)
  await http.close()
  clearInterval(sweep)
  clearTimeout(cut)
}
