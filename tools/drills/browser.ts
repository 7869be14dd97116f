import http from 'node:http'

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

export type Reply<T> = { status: number; body: T }

export type Browser = {
  cookies: Map<string, string>
  /** Makes a call, with the cookies of earlier answers and more `headers`; status 599 when the connection broke. */
  ask<T = unknown>(
    method: string,
    path: string,
    body?: object | Buffer,
    token?: string,
    headers?: Record<string, string>,
  ): Promise<Reply<T>>
}

/** A browser at an address of its own (`network`, one of 127.0.0.0/8), as the app at `url` sees it. It keeps its cookies. */
export function openBrowser(url: string, network: string): Browser {
  const cookies = new Map<string, string>()
  return {
    cookies,
    ask<T>(method: string, path: string, body?: object | Buffer, token?: string, headers?: Record<string, string>) {
      const isPicture = Buffer.isBuffer(body)
      const sent = isPicture ? body : body && JSON.stringify(body)
      return new Promise<Reply<T>>((resolve) => {
        const broken = () => resolve({ status: 599, body: null as T })
        const request = http.request(url + path, {
          agent,
          method,
          localAddress: network,
          timeout: 20_000,
          headers: {
            ...(sent && { 'content-type': isPicture ? 'image/png' : 'application/json' }),
            ...(sent && { 'content-length': Buffer.byteLength(sent) }),
            ...(cookies.size && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
            ...(token && { authorization: `Bearer ${token}` }),
            ...headers,
          },
        })
        request.on('error', broken)
        request.on('timeout', () => request.destroy(new Error('no answer')))
        request.on('response', async (response) => {
          for (const cookie of response.headers['set-cookie'] ?? []) {
            const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
            cookies.set(name!, value!)
          }
          try {
            const text = Buffer.concat(await response.toArray()).toString()
            const isJson = response.headers['content-type']?.includes('json')
            resolve({ status: response.statusCode!, body: (isJson ? JSON.parse(text) : text) as T })
          } catch {
            broken()
          }
        })
        request.end(sent)
      })
    },
  }
}
