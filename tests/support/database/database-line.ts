import { once } from 'node:events'
import net from 'node:net'

export type DatabaseLine = {
  /** The database's address over this connection. */
  url: string
  /** Drops all packets, as a firewall would: no refusal, no disconnect, no answer. */
  goSilent(): void
  /**
   * Lets new connections through. For old ones the database sees a disconnect, and the app never hears anything again.
   */
  recover(): Promise<void>
  close(): Promise<void>
}

/** A TCP proxy in front of the database of `databaseUrl` (Unix sockets too) that can go silent. */
export async function openDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const direct = new URL(databaseUrl)
  const folder = direct.searchParams.get('host')
  const target = folder
    ? { path: `${folder}/.s.PGSQL.5432` }
    : { host: direct.hostname, port: Number(direct.port || 5432) }
  const ends = new Set<net.Socket>()
  const farEnds = new Set<net.Socket>()
  let isSilent = false

  const server = net.createServer((near) => {
    keep(near)
    if (isSilent) return
    const far = keep(net.connect(target))
    farEnds.add(far)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => {
      farEnds.delete(far)
      if (!isSilent) near.destroy()
    })
  })
  function keep(end: net.Socket): net.Socket {
    ends.add(end)
    return end.on('error', () => {}).on('close', () => ends.delete(end))
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')

  return {
    url: `postgres://${direct.username}:${direct.password}@127.0.0.1:${(server.address() as net.AddressInfo).port}${direct.pathname}`,
    goSilent() {
      isSilent = true
      for (const end of ends) end.unpipe().pause()
    },
    async recover() {
      const gone = Promise.all([...farEnds].map((end) => once(end, 'close')))
      for (const end of farEnds) end.destroy()
      await gone
      isSilent = false
    },
    async close() {
      if (!server.listening) return
      server.close()
      for (const end of ends) end.destroy()
      await once(server, 'close')
    },
  }
}
