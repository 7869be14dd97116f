import net from 'node:net'

/** What is sent, ready as bytes, so that the load costs the generator as little as it can. */
export type Request = { method: 'GET' | 'POST'; path: string; token?: string; body?: object }
/** An answer with the time it took, in milliseconds. */
export type Answer = { status: number; body: Buffer; took: number }

export type Line = { ask(bytes: Buffer): Promise<Answer>; isClosed(): boolean; close(): void }

/** A request as it goes over the line, as a browser that takes brotli would send it. */
export function bytesOf({ method, path, token, body }: Request): Buffer {
  const text = body ? JSON.stringify(body) : ''
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'accept-encoding: br',
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`] : []),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`)
}

/**
 * One HTTP connection that is kept open, for one request at a time. Node's own client would cost more than the servers
 * it is to measure. `ask` rejects when the line breaks or the answer says no length.
 */
export function connectTo(url: string): Line {
  const { hostname, port } = new URL(url)
  const socket = net.connect(Number(port), hostname).setNoDelay()
  let received = Buffer.alloc(0)
  let began = 0
  let answered: ((answer: Answer) => void) | undefined
  let failed: ((error: Error) => void) | undefined

  socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
    received = received.length ? Buffer.concat([received, chunk]) : chunk
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd === -1) return
    const head = received.toString('latin1', 0, headEnd)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (!length) return void socket.destroy(new Error(`no length: ${head}`))
    const end = headEnd + 4 + Number(length)
    if (received.length < end) return
    // Left as bytes: reading 22 kB of brotli as text would cost more than all the rest here.
    const body = received.subarray(headEnd + 4, end)
    received = received.subarray(end)
    answered?.({ status: Number(head.slice(9, 12)), body, took: performance.now() - began })
  })
  socket.on('error', (error) => failed?.(error))
  socket.on('close', () => failed?.(new Error('the connection was closed')))

  return {
    ask: (bytes) =>
      new Promise((resolve, reject) => {
        answered = resolve
        failed = reject
        began = performance.now()
        socket.write(bytes)
      }),
    isClosed: () => socket.destroyed,
    close: () => socket.destroy(),
  }
}
