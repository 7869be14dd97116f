import type { FastifyPluginAsync } from 'fastify'
import type Stripe from 'stripe'
import { ZodError } from 'zod'
import { allWell, clearSwitches, readSwitches, type Switches, setSwitches } from '#src/sandbox/misbehaviour.ts'
import { inTransaction } from '#src/sandbox/sandbox-database.ts'
import {
  closeDispute,
  disputesOf,
  escalateDispute,
  heldOf,
  isInquiry,
  isOpen,
  openDispute,
} from '#src/sandbox/stripe/stripe-disputes.ts'
import { StripeRefusal } from '#src/sandbox/stripe/stripe-refusal.ts'
import { getObject, listObjects, type StripeStore } from '#src/sandbox/stripe/stripe-store.ts'
import { resendWebhooks } from '#src/sandbox/stripe/webhooks.ts'
import { replyToSms } from '#src/sandbox/twilio/sms-replies.ts'
import type { SmsWebhook } from '#src/sandbox/twilio/sms-webhook.ts'
import { devPage, escapeHtml, sendPage } from './dev-page.ts'
import { replyForm } from './reply-form.ts'

/**
 * The switches of the sandbox, to be registered under `/dev`. `/sandbox` is for people. `/sandbox.json` is for calls: GET
 * gives the switches, POST changes those it names, DELETE sets all back to normal; each answers with all of them.
 */
export function sandboxPages(store: StripeStore, smsWebhook: SmsWebhook): FastifyPluginAsync {
  const { db } = store

  return async (app) => {
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )

    app.setErrorHandler((error: Error, _, reply) => {
      if (error instanceof ZodError) {
        const [issue] = error.issues
        return reply.status(400).send({ message: `${issue!.path.join('.')}: ${issue!.message}` })
      }
      if (error instanceof StripeRefusal) return reply.status(error.status).send({ message: error.message })
      throw error
    })

    app.get('/sandbox.json', async () => readSwitches(db))
    app.post('/sandbox.json', async ({ body }) => setSwitches(db, body))
    app.delete('/sandbox.json', async () => clearSwitches(db))

    app.get<{ Querystring: { from?: string } }>('/sandbox', async ({ query }, reply) =>
      sendPage(reply, sandboxPage(store, query.from ?? '')),
    )

    app.post<{ Body: Record<string, string> }>('/sandbox', async ({ body }, reply) => {
      // A box that is not ticked is not sent at all.
      setSwitches(db, { ...allWell, ...body })
      return reply.redirect('/dev/sandbox', 303)
    })

    app.post('/sandbox/normal', async (_, reply) => {
      clearSwitches(db)
      return reply.redirect('/dev/sandbox', 303)
    })

    app.post<{ Body: { from: string; text: string } }>('/sandbox/sms', async ({ body: { from, text } }, reply) => {
      await replyToSms(db, smsWebhook, { from, text })
      return reply.redirect(`/dev/outbox?to=${encodeURIComponent(from)}`, 303)
    })

    app.post<{ Params: { id: string; act: string } }>(
      '/sandbox/payments/:id/:act(^ask|dispute|resend$)',
      async ({ params: { id, act } }, reply) => {
        inTransaction(db, () => {
          getObject(store, 'payment_intent', id)
          if (act === 'resend') resendWebhooks(db, id)
          else openDispute(store, id, { isInquiry: act === 'ask' })
        })
        return reply.redirect('/dev/sandbox', 303)
      },
    )

    app.post<{ Params: { id: string; act: string } }>(
      '/sandbox/disputes/:id/:act(^escalate|won|lost$)',
      async ({ params: { id, act } }, reply) => {
        inTransaction(db, () => {
          if (act === 'escalate') escalateDispute(store, id)
          else closeDispute(store, id, act === 'lost' ? 'lost' : 'won')
        })
        return reply.redirect('/dev/sandbox', 303)
      },
    )
  }
}

/** `from`: the number whose reply is written. */
function sandboxPage(store: StripeStore, from: string): string {
  const switches = readSwitches(store.db)
  const payments = listObjects(store, 'payment_intent', { limit: 20 }).data
  const changed = Object.keys(allWell).some((name) => switches[name as Name] !== allWell[name as Name])
  return devPage({
    title: 'Sandbox',
    intro: 'Make the stand-ins for Stripe, mail and SMS misbehave, and see what Level Up does about it.',
    main: `
    <p role="status" class="${changed ? 'trouble' : 'meta'}">${changed ? 'Something is misbehaving now.' : 'All is back to normal.'}</p>
    <form id="switches" class="switches" method="post" action="/dev/sandbox">
      ${groups.map(({ legend, rows }) => `<fieldset><legend>${legend}</legend>${rows.map((row) => switchRow(row, switches)).join('')}</fieldset>`).join('\n')}
    </form>
    <form id="normal" method="post" action="/dev/sandbox/normal"></form>
    <p class="buttons"><button class="main" form="switches">Apply</button> <button form="normal">All back to normal</button></p>
    ${replyForm(store.db, from)}
    <h2>Last payments</h2>
    ${payments.map((intent) => paymentCard(store, intent)).join('\n') || '<p class="empty">No payments yet. Book a session, then come back.</p>'}`,
  })
}

type Name = keyof Switches
type Row = { label: string; hint: string; fields: Field[] }
type Field =
  | { name: Name; kind: 'box' }
  | { name: Name; kind: 'number'; unit: string; max: number }
  | { name: Name; kind: 'choice'; options: Record<string, string> }

const callTrouble = { off: 'Off', before: 'Before the work is done', after: 'After the work is done' }
const calls = (name: Name): Field => ({ name, kind: 'number', unit: 'calls (0: all)', max: 1_000 })
const undelivered = {
  off: 'Off',
  30003: 'Phone out of reach (30003)',
  30005: 'Unknown number (30005)',
  30006: 'Landline (30006)',
  30007: 'Taken for spam (30007)',
}
const outage = (name: Name, busy: string, more: Record<string, string> = {}): Field => ({
  name,
  kind: 'choice',
  options: { off: 'Off', unreachable: 'Cannot be reached', busy, rejecting: 'Refuses every recipient', ...more },
})

const groups: { legend: string; rows: Row[] }[] = [
  {
    legend: 'Webhooks',
    rows: [
      {
        label: 'Lost',
        hint: 'Rehearses: Stripe never tells. The success page or the reconciliation has to notice the payment.',
        fields: [{ name: 'lost', kind: 'box' }],
      },
      {
        label: 'Late',
        hint: 'Rehearses: the player is back on the success page long before Stripe tells.',
        fields: [{ name: 'delayed', kind: 'number', unit: 'ms', max: 600_000 }],
      },
      {
        label: 'Repeated',
        hint: 'Rehearses: the same event comes several times at once. One booking, one mail.',
        fields: [{ name: 'doubled', kind: 'number', unit: 'more times', max: 20 }],
      },
      {
        label: 'Shuffled',
        hint: 'Rehearses: the news of a refund overtakes the news of the payment.',
        fields: [{ name: 'reordered', kind: 'number', unit: 'ms', max: 60_000 }],
      },
      {
        label: 'Forged',
        hint: 'Rehearses: somebody else sends events too. Their signature is wrong, so nothing may happen.',
        fields: [{ name: 'forged', kind: 'box' }],
      },
    ],
  },
  {
    legend: 'Stripe',
    rows: [
      {
        label: 'Errors',
        hint: 'Rehearses: Stripe answers 500. After the work: it is done, and asking again must not do it twice.',
        fields: [{ name: 'fail500', kind: 'choice', options: callTrouble }, calls('fail500Calls')],
      },
      {
        label: 'Silence',
        hint: 'Rehearses: Stripe takes the call and never answers. Level Up waits 4 s a try, three times.',
        fields: [
          { name: 'timeout', kind: 'choice', options: callTrouble },
          { name: 'timeoutSeconds', kind: 'number', unit: 'seconds', max: 120 },
          calls('timeoutCalls'),
        ],
      },
      {
        label: 'Declines',
        hint: 'Rehearses: the bank says no to every card.',
        fields: [{ name: 'decline', kind: 'box' }],
      },
    ],
  },
  {
    legend: 'Messages',
    rows: [
      {
        label: 'Mail',
        hint: 'Rehearses: mails wait, and arrive once each when the server is back. A refused recipient or mail is given up.',
        fields: [outage('mailDown', 'Says: try again later (451)', { refusing: 'Refuses every mail after its text' })],
      },
      {
        label: 'SMS',
        hint: 'Rehearses: the same for text messages.',
        fields: [outage('smsDown', 'Says: try again later (503)')],
      },
      {
        label: 'SMS that do not arrive',
        hint: 'Rehearses: Twilio takes an SMS, and tells later that nobody got it. Deliveries says why; of a cancelled or moved session staff get a mail.',
        fields: [{ name: 'smsUndelivered', kind: 'choice', options: undelivered }],
      },
    ],
  },
]

function switchRow({ label, hint, fields }: Row, switches: Switches): string {
  const id = fields[0]!.name
  return `<div class="switch">
  <label for="${id}">${label}</label>
  <span class="fields">${fields.map((field) => input(field, switches, `${id}-hint`, field.name === id ? '' : label)).join(' ')}</span>
  <p class="hint" id="${id}-hint">${hint}</p>
</div>`
}

/** `groupLabel`: the row's label when it belongs to another field, so that this one needs a name of its own. */
function input(field: Field, switches: Switches, hintId: string, groupLabel: string): string {
  const { name } = field
  const value = switches[name]
  const common = `id="${name}" name="${name}" aria-describedby="${hintId}"`
  if (field.kind === 'box') return `<input type="checkbox" ${common} value="true"${value ? ' checked' : ''}>`
  if (field.kind === 'choice') {
    const options = Object.entries(field.options).map(
      ([key, text]) => `<option value="${key}"${key === value ? ' selected' : ''}>${text}</option>`,
    )
    return `<select ${common}>${options.join('')}</select>`
  }
  const ownLabel = groupLabel ? ` aria-label="${groupLabel}: ${field.unit}"` : ''
  return `<span class="unit"><input type="number" ${common}${ownLabel} min="0" max="${field.max}" required value="${value}"> ${field.unit}</span>`
}

function paymentCard(store: StripeStore, intent: Stripe.PaymentIntent): string {
  const disputes = disputesOf(store, intent.id)
  const acts: [path: string, label: string][] = [[`payments/${intent.id}/resend`, 'Resend its webhooks']]
  if (intent.status === 'succeeded' && heldOf(store, intent.id) < intent.amount)
    acts.push([`payments/${intent.id}/dispute`, 'Open a dispute'], [`payments/${intent.id}/ask`, 'Let the bank ask'])
  for (const dispute of disputes.filter(isOpen)) {
    const of = `disputes/${dispute.id}`
    if (isInquiry(dispute)) acts.push([`${of}/escalate`, 'Make it a dispute'], [`${of}/won`, 'Close the question'])
    else acts.push([`${of}/won`, 'Close it: won'], [`${of}/lost`, 'Close it: lost'])
  }
  const buttons = acts.map(([path, label]) => `<button formaction="/dev/sandbox/${path}">${label}</button>`)
  const facts = [
    `$${(intent.amount / 100).toFixed(2)}`,
    intent.status,
    ...disputes.map(({ status }) => `dispute ${status}`),
  ]
  return `<article aria-labelledby="${intent.id}">
  <h3 id="${intent.id}">${escapeHtml(intent.description ?? 'Payment')}</h3>
  <p class="meta"><strong>${facts.join(', ').replaceAll('_', ' ')}</strong> <span>${intent.id}</span>
  <time datetime="${new Date(intent.created * 1000).toISOString()}">${new Date(intent.created * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC</time></p>
  ${disputes.map(evidenceOf).join('')}
  <form method="post" class="buttons">${buttons.join(' ')}</form>
</article>`
}

/** What the bank was told. */
function evidenceOf({ evidence }: Stripe.Dispute): string {
  const texts = Object.entries(evidence).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  if (texts.length === 0) return ''
  return `<details><summary>Evidence</summary><dl>${texts
    .map(([name, text]) => `<dt>${name}</dt><dd><pre>${escapeHtml(text)}</pre></dd>`)
    .join('')}</dl></details>`
}
