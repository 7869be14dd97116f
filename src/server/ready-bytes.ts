import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import fresh from 'fresh'
import Negotiator from 'negotiator'

/** An answer that need not be made any more: compressed in every way that browsers ask for. */
export type ReadyBytes = { etag: string; bodies: { br: Buffer; gzip: Buffer; identity: Buffer } }

/**
 * Compresses a text once for many readers. From 7 on brotli would fill a table of 8 MB for each, of 32 MB at 9, which takes
 * ten times as long and saves 1.6 % of a page (`docs/performance.md`).
 */
export function readyBytes(text: string): ReadyBytes {
  const identity = Buffer.from(text)
  return {
    // Weak: the three bodies differ in bytes and mean the same.
    etag: `W/"${createHash('sha1').update(identity).digest('base64url')}"`,
    bodies: { identity, br: brotli(identity, 6), gzip: gzipSync(identity) },
  }
}

/** How many bytes all bodies take. */
export function sizeOfReady({ bodies }: ReadyBytes): number {
  return bodies.br.length + bodies.gzip.length + bodies.identity.length
}

function brotli(text: Buffer | string, quality: number): Buffer {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
}

/**
 * Compresses an answer that would take more than a packet: free hours in 0.1 ms from 17 kB to 0.6. For public ones only,
 * since how short the others get would tell of what stands in them.
 */
export const compressLong: onSendHookHandler = (request, reply, payload, done) => {
  const encoding = encodingFor(request.headers)
  if (typeof payload !== 'string' || payload.length < 1_400 || encoding === 'identity') return done(null, payload)
  reply.header('vary', 'accept-encoding').header('content-encoding', encoding)
  done(null, encoding === 'br' ? brotli(payload, 4) : gzipSync(payload))
}

/** The smallest of the bodies that a browser takes; the plain one also for who takes none of the three. */
export function encodingFor(headers: IncomingHttpHeaders): keyof ReadyBytes['bodies'] {
  const accepted = new Negotiator({ headers }).encodings(['br', 'gzip'])
  return (['br', 'gzip'] as const).find((name) => accepted.includes(name)) ?? 'identity'
}

/**
 * Sends the smallest body the browser takes, or 304 when it has it. Browsers keep it but ask each time. Without
 * `etag` they always get all of it. Set status and type before.
 */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, bodies }: Omit<ReadyBytes, 'etag'> & { etag?: string },
): FastifyReply {
  reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  if (etag) {
    reply.header('etag', etag)
    if (fresh(request.headers, { etag })) return reply.code(304).send()
  }
  const encoding = encodingFor(request.headers)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bodies[encoding])
}
