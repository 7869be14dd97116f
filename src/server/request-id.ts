import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import type { Env } from './env.ts'

/** Long enough for any proxy's ids, and nothing that could make two lines of one, or another field, in somebody's log. */
const safeId = /^[\w.:-]{8,64}$/

/**
 * Names requests: as `x-request-id` says when one of our own proxies asks, so that its log and ours can be read
 * together; anybody else's request gets a new id.
 */
export function requestIds({ trustProxy }: Pick<Env, 'trustProxy'>): (request: IncomingMessage) => string {
  const isOurProxy = proxyCheck({ trustProxy })
  return (request) => {
    const given = request.headers['x-request-id']
    return typeof given === 'string' && safeId.test(given) && isOurProxy(request) ? given : randomUUID()
  }
}

/** Whether a request was handed to us by a proxy whose word counts (`TRUST_PROXY`). */
export function proxyCheck({ trustProxy }: Pick<Env, 'trustProxy'>): (request: IncomingMessage) => boolean {
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
