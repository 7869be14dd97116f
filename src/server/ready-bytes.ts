import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An answer that need not be made any more: compressed in every way that browsers ask for. */
export type ReadyBytes = { etag: string; bodies: { br: Buffer; gzip: Buffer; identity: Buffer } }

/** Compresses a text once for many readers. */
export function readyBytes(text: string): ReadyBytes {
  const identity = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  return {
    // Weak: the three bodies differ in bytes and mean the same.
    etag: `W/"${createHash('sha1').update(identity).digest('base64url')}"`,
    bodies: { identity, br: brotliCompressSync(identity, { params }), gzip: gzipSync(identity) },
  }
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
    const known = request.headers['if-none-match']
    if (known?.split(/\s*,\s*/).includes(etag)) return reply.code(304).send()
  }
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name))
  if (!encoding) return reply.send(bodies.identity)
  return reply.header('content-encoding', encoding).send(bodies[encoding])
}
