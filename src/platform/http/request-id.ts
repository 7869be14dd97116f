import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import type { Env } from '#src/platform/config/env.ts'

/** Long enough for any proxy's ids, without characters that could forge log lines or fields. */
const safeId = /^[\w.:-]{8,64}$/

/**
 * Creates request ids. Requests from our own proxies keep their `x-request-id`, so that both logs can be read together;
 * all others get a new id.
 */
export function requestIds({ trustProxy }: Pick<Env, 'trustProxy'>): (request: IncomingMessage) => string {
  const isOurProxy = proxyCheck({ trustProxy })
  return (request) => {
    const given = request.headers['x-request-id']
    return typeof given === 'string' && safeId.test(given) && isOurProxy(request) ? given : randomUUID()
  }
}

/** Whether a request came through a trusted proxy (`TRUST_PROXY`). */
export function proxyCheck({
  trustProxy,
}: Pick<Env, 'trustProxy'>): (request: Pick<IncomingMessage, 'socket'>) => boolean {
  const proxies = new BlockList()
  for (const network of trustProxy || []) {
    const [address, bits] = network.split('/') as [string, string?]
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits) proxies.addSubnet(address, Number(bits), family)
    else proxies.addAddress(address, family)
  }
  return ({ socket }) => {
    const { remoteAddress } = socket
    return !!remoteAddress && proxies.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')
  }
}
