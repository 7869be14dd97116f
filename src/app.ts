import type { Writable } from 'node:stream'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import * as accountJobs from './accounts/server/jobs.ts'
import * as accounts from './accounts/server/routes.ts'
import * as applicationJobs from './applications/server/jobs.ts'
import * as applications from './applications/server/routes.ts'
import * as audit from './audit/server/routes.ts'
import * as bookingJobs from './bookings/server/jobs.ts'
import * as bookings from './bookings/server/routes.ts'
import * as coaches from './coaches/server/routes.ts'
import * as contacts from './contacts/server/routes.ts'
import * as insightJobs from './insights/server/jobs.ts'
import * as insights from './insights/server/routes.ts'
import * as messageJobs from './messages/server/jobs.ts'
import * as messages from './messages/server/routes.ts'
import * as notificationJobs from './notifications/server/jobs.ts'
import * as notifications from './notifications/server/routes.ts'
import { createMailer } from './outside/mailer.ts'
import { createStripe, type StripeSettings } from './outside/stripe.ts'
import { createSms, type SmsSettings } from './outside/twilio.ts'
import * as paymentJobs from './payments/server/jobs.ts'
import * as payments from './payments/server/routes.ts'
import * as privacyJobs from './privacy/server/jobs.ts'
import * as privacy from './privacy/server/routes.ts'
import * as ratings from './ratings/server/routes.ts'
import * as schedule from './schedule/server/routes.ts'
import { watchDatabase } from './server/database-watch.ts'
import { openDatabase } from './server/db.ts'
import { serveDeadJobs } from './server/dead-jobs.ts'
import type { Deps } from './server/deps.ts'
import type { Env } from './server/env.ts'
import { refuseWhileAway, serveHealth } from './server/health.ts'
import { createHttp } from './server/http.ts'
import { createJobs } from './server/jobs.ts'
import { enforceLimits } from './server/limits.ts'
import { letArrive, listen } from './server/listen.ts'
import { listenLive } from './server/live.ts'
import type { Seeing } from './server/seeing.ts'
import { asWork, logOfWork } from './server/work.ts'
import * as stories from './stories/server/routes.ts'
import { contentSecurityPolicy } from './web/content-security-policy.ts'
import { web } from './web/server.ts'

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
  /** Where log lines go instead of to the standard output. */
  logTo?: Writable
  /** Who collects traces and metrics; null: nobody. */
  seeing?: Seeing | null
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
  const { env, databaseUrl, seeing } = parts
  const stripe = parts.stripe !== null && !parts.stripe.scriptUrl
  const http = await createHttp(env, contentSecurityPolicy({ stripe }), parts.logTo, seeing)
  const log = logOfWork(http.log)
  const onBroken = (error: Error) => http.log.warn({ err: error }, 'a database connection broke')
  const database = openDatabase(databaseUrl, onBroken, undefined, seeing?.query)
  const watch = watchDatabase(databaseUrl, {
    onAway: () => {
      http.log.error('the database does not answer: requests get 503 until it does')
      database.abandon()
    },
    onBack: () => {
      http.log.info('the database answers again')
      database.resume()
    },
  })
  const jobs = createJobs(
    databaseUrl,
    (error) => log.error({ err: error }, 'a job failed'),
    (job, jobId, run) =>
      asWork({ log: http.log.child({ job, jobId }), span: null }, () => (seeing ? seeing.job(job, run) : run())),
  )
  seeing?.gauges({ database, jobs })
  const live = listenLive(databaseUrl, (error) => http.log.warn({ err: error }, 'live updates broke'))
  const mailer = parts.smtpUrl ? createMailer(parts.smtpUrl, env.mailFrom) : null
  const deps: Deps = {
    env,
    db: database.db,
    jobs,
    live,
    payments: parts.stripe && createStripe(parts.stripe),
    mailer,
    sms: parts.sms && createSms(parts.sms),
    keepLists: parts.pages !== 'none',
    now: parts.now ?? (() => new Date()),
    log,
  }

  serveHealth(http, deps)
  refuseWhileAway(http, watch)
  enforceLimits(http, deps)
  audit.routes(http, deps)
  accounts.routes(http, deps)
  notifications.routes(http, deps)
  coaches.routes(http, deps)
  schedule.routes(http, deps)
  bookings.routes(http, deps)
  payments.routes(http, deps)
  applications.routes(http, deps)
  messages.routes(http, deps)
  ratings.routes(http, deps)
  stories.routes(http, deps)
  contacts.routes(http, deps)
  insights.routes(http, deps)
  privacy.routes(http, deps)
  serveDeadJobs(http, deps)
  notificationJobs.jobs(deps)
  accountJobs.jobs(deps)
  bookingJobs.jobs(deps)
  paymentJobs.jobs(deps)
  applicationJobs.jobs(deps)
  messageJobs.jobs(deps)
  insightJobs.jobs(deps)
  privacyJobs.jobs(deps)
  if (parts.sandboxRoutes) await http.register(parts.sandboxRoutes)
  if (parts.pages !== 'none') {
    const { baseUrl, securityContact } = env
    await http.register(web, { dev: parts.pages === 'dev', stripe, baseUrl, securityContact })
    live.on('pages', () => http.dropPages())
  }
  http.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not found' }))

  await jobs.start({ work: parts.work })

  let stopListening = async () => {}
  return {
    http,
    deps,
    async listen(at) {
      stopListening = await listen(http, at)
    },
    async close() {
      await closeHttp(http, stopListening)
      await jobs.stop()
      live.close()
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
async function closeHttp(http: FastifyInstance, stopListening: () => Promise<void>): Promise<void> {
  const sweep = setInterval(() => http.server.closeIdleConnections(), 50)
  const cut = setTimeout(() => http.server.closeAllConnections(), 8_000)
  await letArrive(http)
  await Promise.all([http.close(), stopListening()])
  clearInterval(sweep)
  clearTimeout(cut)
}
