import http from 'node:http'

export type RawRequest = {
  method: string
  /** The path and query exactly as they shall stand in the request line. */
  path: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}

export type RawAnswer = { status: number; headers: http.IncomingHttpHeaders; body: string }

const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })

/** A stream of events is over for us when it says nothing for so long. */
const quiet = 80

/** Sends a request over a real connection, its path untouched: `fetch` and `inject` tidy `//`, `..` and `%2e` up. */
export function rawRequest(url: string, { method, path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const request = http.request({ agent, hostname, port, method, path, headers: { ...length, ...headers } })
    request.on('error', (error) => reject(new Error(`${method} ${path}: ${error.message}`, { cause: error })))
    request.on('response', (response) => {
      const parts: Buffer[] = []
      const answer = () => {
        const { statusCode, headers } = response
        resolve({ status: statusCode!, headers, body: Buffer.concat(parts).toString() })
      }
      if (response.headers['content-type'] === 'text/event-stream') {
        const leave = setTimeout(() => {
          answer()
          request.destroy()
        }, quiet)
        response.on('data', () => leave.refresh())
      }
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', answer)
    })
    request.end(body)
  })
}
