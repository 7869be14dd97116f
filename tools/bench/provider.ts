import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { endWithParent } from './processes.ts'

/**
 * The world outside, in a process of its own so that its cost counts apart: a payment provider that remembers intents
 * in memory, finds each of them paid and sends each refund, and a mail server that forgets what it takes.
 */
type Intent = { id: string; amount: number; orderId: string }
const intents = new Map<string, Intent>()

const shown = ({ id, amount, orderId }: Intent, isPaid: boolean) => ({
  id,
  object: 'payment_intent',
  status: isPaid ? 'succeeded' : 'requires_payment_method',
  amount,
  amount_received: isPaid ? amount : 0,
  currency: 'usd',
  metadata: { orderId },
  client_secret: `${id}_secret`,
  created: Math.floor(Date.now() / 1_000),
})

const payments = http.createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  const id = /^\/v1\/payment_intents\/(\w+)/.exec(request.url!)?.[1]
  const known = id && intents.get(id)
  let answer: object = { object: 'list', data: [], has_more: false }
  if (known) answer = shown(known, true)
  // Of an earlier run: its hold has ended.
  else if (id) answer = { ...shown({ id, amount: 0, orderId: '' }, false), status: 'canceled' }
  else if (request.method === 'POST' && request.url === '/v1/refunds')
    answer = { id: `re_${crypto.randomUUID()}`, object: 'refund', status: 'succeeded' }
  else if (request.method === 'POST') {
    const form = new URLSearchParams(text)
    const orderId = form.get('metadata[orderId]')!
    const intent = { id: `pi_${orderId.replaceAll('-', '')}`, amount: Number(form.get('amount')), orderId }
    intents.set(intent.id, intent)
    answer = shown(intent, false)
  }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
})

const mails = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => stream.resume().on('end', () => done()),
})

payments.listen(0, '127.0.0.1')
mails.listen(0, '127.0.0.1')
await Promise.all([once(payments, 'listening'), once(mails.server, 'listening')])
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
endWithParent()
process.send!({ paymentPort: portOf(payments), mailPort: portOf(mails.server) })
