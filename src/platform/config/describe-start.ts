import { readFileSync } from 'node:fs'
import { root } from '#src/platform/root.ts'
import type { Env } from './env.ts'

/**
 * Describes the settings this process runs with, in one line and without secrets. `migration` is the last one applied.
 */
export function describeStart(env: Env, migration: string): string {
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { version: string }
  const without = env.production ? 'off' : 'sandbox'
  return [
    `Level Up ${version} is ready at ${env.baseUrl}`,
    `database ${env.databaseUrl ? placeOf(env.databaseUrl) : `embedded in ${env.dataDir}`}`,
    `migrations up to ${migration}`,
    `payments ${paymentsOf(env)}`,
    `mail ${env.smtpUrl ? new URL(env.smtpUrl).host : without}`,
    `SMS ${env.sms ? 'Twilio' : without}`,
    ...(env.production ? [] : [`mails and SMS of the sandbox at ${env.baseUrl}/dev/outbox`]),
  ].join(', ')
}

function paymentsOf({ stripe, production }: Env): string {
  if (stripe) return stripe.secretKey.includes('_live_') ? 'live (Stripe)' : 'test (Stripe)'
  return production ? 'off' : 'test (sandbox)'
}

/** A database's name and host. */
function placeOf(databaseUrl: string): string {
  const { pathname, host, searchParams } = new URL(databaseUrl)
  return `${pathname.slice(1) || 'of the default name'} at ${searchParams.get('host') ?? host}`
}
