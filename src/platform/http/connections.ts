import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Env } from '#src/platform/config/env.ts'
import { networkOf } from './limits.ts'
import { proxyCheck } from './request-id.ts'

/** Bounds the memory of connections; one network's are a share of it, or a single machine could take all. */
const most = { ofAll: 3_000, ofNetwork: 1_000 }

/** The connections of a network; those without a request in progress apart, the longest idle one first. */
type Network = { count: number; idle: Set<Socket> }

/**
 * Bounds connections, of all and of each network (`networkOf`). A network with too many loses its longest idle one for
 * each new one, so that also its own next visitor gets in; with none idle the new one is closed. With too many of all, the
 * network that has most gives one up. Trusted proxies, which
 * speak for everybody, have no share: they count their visitors themselves (`deploy/nginx.conf`).
 */
export function limitConnections(
  { server }: Pick<FastifyInstance, 'server'>,
  env: Pick<Env, 'trustProxy'>,
  { ofAll, ofNetwork } = most,
): void {
  const isOurProxy = proxyCheck(env)
  const networks = new Map<string, Network>()
  const networkOfSocket = new WeakMap<Socket, Network>()
  let connections = 0

  server.on('connection', (socket) => {
    connections += 1
    socket.once('close', () => {
      connections -= 1
    })
    if (!isOurProxy({ socket })) join(socket)
    if (connections > ofAll) (longestIdle(networks) ?? socket).destroy()
  })
  server.on('request', ({ socket }, response) => {
    const network = networkOfSocket.get(socket)
    network?.idle.delete(socket)
    response.once('close', () => {
      if (!socket.destroyed) network?.idle.add(socket)
    })
  })

  function join(socket: Socket): void {
    const name = networkOf(socket.remoteAddress ?? '')
    const network = networks.get(name) ?? { count: 0, idle: new Set() }
    networks.set(name, network)
    networkOfSocket.set(socket, network)
    network.count += 1
    socket.once('close', () => {
      network.count -= 1
      network.idle.delete(socket)
      if (network.count === 0) networks.delete(name)
    })
    if (network.count > ofNetwork) (first(network.idle) ?? socket).destroy()
    if (!socket.destroyed) network.idle.add(socket)
  }
}

/** The longest idle connection of the network that has most. */
function longestIdle(networks: Map<string, Network>): Socket | undefined {
  const byCount = [...networks.values()].sort((a, b) => b.count - a.count)
  return first(byCount.find(({ idle }) => idle.size > 0)?.idle ?? new Set())
}

function first<T>(set: Set<T>): T | undefined {
  return set.values().next().value
}
