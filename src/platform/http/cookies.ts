import type { Env } from '#src/platform/config/env.ts'

/**
 * The name and flags of a cookie of ours: out of reach for scripts and, where people reach us by https, for this very
 * host and https only: `__Host-` makes browsers insist on Secure, Path=/ and no Domain.
 */
export function ownCookie({ baseUrl }: Pick<Env, 'baseUrl'>, name: string) {
  const secure = baseUrl.startsWith('https:')
  const flags = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return { name: secure ? `__Host-${name}` : name, flags }
}
