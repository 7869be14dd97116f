import fc, { type Arbitrary } from 'fast-check'
import { hostileRequests, type Operation, type Shape } from './hostile-requests.ts'
import { hostileText, type JsonSchema } from './hostile-values.ts'

const text: JsonSchema = { type: 'string' }
const id: JsonSchema = { type: 'string', format: 'uuid' }

const query = (...names: string[]): Operation => ({
  parameters: names.map((name) => ({ in: 'query', name, schema: /Id$/.test(name) ? id : text })),
})
const inPath = (name: string): Operation => ({ parameters: [{ in: 'path', name, schema: text }] })

const eventObject: JsonSchema = {
  properties: {
    id: text,
    object: { enum: ['payment_intent', 'refund', 'dispute', 'charge', 'account'] },
    payment_intent: text,
    status: { enum: ['succeeded', 'won', 'lost', 'failed', 'needs_response'] },
    amount: { type: 'integer' },
    metadata: { properties: { orderId: id } },
  },
}
const event: JsonSchema = {
  properties: {
    id: text,
    object: { enum: ['event'] },
    type: {
      enum: ['payment_intent.succeeded', 'refund.updated', 'charge.dispute.created', 'charge.dispute.closed', 'x'],
    },
    created: { type: 'integer' },
    data: { properties: { object: eventObject } },
  },
  required: ['id', 'object', 'type', 'data'],
}

/** Stands for the signature that only the provider can make of a body. */
export const trueSignature = 'the true signature'

/** What is served beside the calls of `/api/openapi.json`, by method and path. */
const operations: Record<string, Operation> = {
  'GET /api/messages/live': query('bookingId', 'coachApplicationId', 'as', 'after'),
  'GET /api/login': query('next'),
  'GET /api/openapi.json': query('q'),
  'GET /api/health': query('q'),
  'GET /api/ready': query('q'),
  'POST /api/webhooks/stripe': { requestBody: { content: { 'application/json': { schema: event } } } },
  'POST /mail-preferences': query('off', 'token'),
  'POST /api/webhooks/sms': {
    requestBody: { content: { 'application/json': { schema: { properties: { Body: text } } } } },
  },
  'POST /api/webhooks/sms-status/{deliveryId}': inPath('deliveryId'),
  'GET /s/{number}': inPath('number'),
  'GET /photos/{file}': inPath('file'),
  'GET /api/{nothing}': inPath('nothing'),
}

/** The same for what is served only where the pages are built. */
const pages: Record<string, Operation> = {
  'GET /{page}': inPath('page'),
  'GET /coaches/{slug}': inPath('slug'),
  'GET /owner': query('tab', 'booking', 'cursor'),
  'GET /applicant-chat': query('email', 'code'),
  'GET /payment-success': query('payment_intent', 'redirect_status'),
  'GET /assets/{file}': inPath('file'),
  'GET /og/coaches/{file}': inPath('file'),
  'GET /sitemap.xml': query('q'),
  'GET /robots.txt': query('q'),
  'GET /.well-known/security.txt': query('q'),
  'GET /.well-known/change-password': query('q'),
}

const printable = hostileText.filter((value) => /^[\x20-\x7e]*$/.test(value) && value.length < 8_000)

/** Hostile requests for what our OpenAPI document leaves out; `withPages` where pages are served, too. */
export function hiddenRequests(withPages: boolean): [string, Arbitrary<Shape>][] {
  return Object.entries({ ...operations, ...(withPages && pages) }).map(([call, operation]) => {
    const [method, path] = call.split(' ') as [string, string]
    const plain = hostileRequests(method, path, operation)
    return [call, path.includes('webhooks') ? signed(plain) : path.includes('live') ? resumed(plain) : plain]
  })
}

function signed(plain: Arbitrary<Shape>): Arbitrary<Shape> {
  const signature = fc.oneof({ weight: 2, arbitrary: fc.constant(trueSignature) }, printable)
  return fc
    .tuple(plain, signature)
    .map(([shape, signature]) => ({ ...shape, headers: { ...shape.headers, 'stripe-signature': signature } }))
}

/** As a browser that lost its stream and comes back. */
function resumed(plain: Arbitrary<Shape>): Arbitrary<Shape> {
  return fc
    .tuple(plain, fc.option(printable, { nil: undefined }))
    .map(([shape, last]) => (last === undefined ? shape : { ...shape, headers: { 'last-event-id': last } }))
}
