import type { FastifyInstance } from 'fastify'
import type { Mailer } from '#src/outside/mailer.ts'
import type { PaymentProvider } from '#src/outside/stripe.ts'
import type { SmsSender } from '#src/outside/twilio.ts'
import type { Db } from './db.ts'
import type { Env } from './env.ts'
import type { Jobs } from './jobs.ts'
import type { Live } from './live.ts'

/** What verbs work with: put together once in `app.ts`, handed down explicitly. */
export type Deps = {
  env: Env
  db: Db
  jobs: Jobs
  /** News from every process, this one included. */
  live: Live
  /** Null when neither keys nor the sandbox are there: checkout then says that payment could not be set up. */
  payments: PaymentProvider | null
  mailer: Mailer | null
  /** Null: nobody is sent an SMS. */
  sms: SmsSender | null
  /** Whether public lists are kept as ready bytes; not in tests of the API, which also write past the verbs. */
  keepLists: boolean
  now: () => Date
  log: Pick<FastifyInstance['log'], 'info' | 'warn' | 'error'>
}

/** A noun's server part: registers its routes and its job handlers. */
export type Noun = (app: FastifyInstance, deps: Deps) => void
