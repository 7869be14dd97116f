import type { FastifyInstance } from 'fastify'
import type { Env } from '#src/platform/config/env.ts'
import type { Db } from '#src/platform/database/db.ts'
import type { PubSub } from '#src/platform/database/pub-sub.ts'
import type { Jobs } from '#src/platform/jobs/jobs.ts'
import type { Mailer } from '#src/providers/mailer.ts'
import type { PaymentProvider } from '#src/providers/stripe.ts'
import type { SmsSender } from '#src/providers/twilio.ts'

/** What verbs work with: put together once in `app.ts`, handed down explicitly. */
export type Deps = {
  env: Env
  db: Db
  jobs: Jobs
  /** News from every process, this one included. */
  pubSub: PubSub
  /** Null when neither keys nor the sandbox are there: checkout then says that payment could not be set up. */
  payments: PaymentProvider | null
  mailer: Mailer | null
  /** Null: nobody is sent an SMS. */
  sms: SmsSender | null
  /** Whether public lists are kept as ready bytes; not in tests of the API, which also write past the verbs. */
  cacheLists: boolean
  now: () => Date
  log: Pick<FastifyInstance['log'], 'info' | 'warn' | 'error'>
}

/** A noun's server part: registers its routes and its job handlers. */
export type Noun = (app: FastifyInstance, deps: Deps) => void
