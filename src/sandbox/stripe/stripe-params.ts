import * as z from 'zod'
import { invalidRequest } from './stripe-refusal.ts'

type Form = { [key: string]: string | Form }

/** Reads Stripe's form encoding, `metadata[game]=fortnite&expand[0]=latest_charge`, into nested objects. */
export function parseForm(text: string): Form {
  const form = emptyForm()
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop()!
    let place = form
    for (const key of path) {
      if (typeof place[key] !== 'object') place[key] = emptyForm()
      place = place[key]
    }
    // `expand[]=a&expand[]=b` means a list: give each its own index.
    place[last === '' ? String(Object.keys(place).length) : last] = value
  }
  return form
}

/** Without a prototype a key called __proto__ is only a key. */
function emptyForm(): Form {
  return Object.create(null)
}

/** Checks a form against a schema. Throws a 400 refusal that names the first wrong parameter, as Stripe does. */
export function parseParams<T>(schema: z.ZodType<T>, form: Form): T {
  const result = schema.safeParse(form)
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  const [first = '', ...rest] = issue.path.map(String)
  const param = first + rest.map((key) => `[${key}]`).join('')
  if (issue.code === 'unrecognized_keys') {
    const name = param ? `${param}[${issue.keys[0]}]` : issue.keys[0]!
    throw invalidRequest(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name })
  }
  if (issue.path.length > 0 && valueAt(form, issue.path) === undefined) {
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  throw invalidRequest(issue.message, { code: 'parameter_invalid', param })
}

function valueAt(form: unknown, path: PropertyKey[]): unknown {
  return path.reduce((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], form)
}

const text = z.string().max(1000)
const whole = z
  .string()
  .regex(/^-?\d{1,15}$/, 'Invalid integer')
  .transform(Number)
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const list = z.record(z.string(), text).transform((indexed) => Object.values(indexed))
const metadata = z
  .record(z.string().max(40, 'Metadata keys can have up to 40 characters.'), z.string().max(500))
  .refine((entries) => Object.keys(entries).length <= 50, 'You can set up to 50 metadata keys.')
const cents = whole.refine((amount) => amount >= 1, 'This value must be greater than or equal to 1.')
const price = whole
  .refine((amount) => amount >= 50, 'Amount must be at least $0.50 usd')
  .refine((amount) => amount <= 99_999_999, 'Amount must be no more than $999,999.99')

const payment = {
  payment_method: text.optional(),
  payment_method_data: z
    .strictObject({
      type: z.literal('card'),
      billing_details: z
        .strictObject({ name: text.optional(), email: text.optional(), phone: text.optional() })
        .optional(),
      card: z.strictObject({ number: text, exp_month: whole, exp_year: whole, cvc: text.optional() }),
    })
    .optional(),
}
const described = {
  description: text.optional(),
  receipt_email: text.optional(),
  metadata: z.union([metadata, z.literal('')]).optional(),
}
const page = {
  limit: whole.refine((count) => count >= 1 && count <= 100, 'limit must be from 1 to 100').optional(),
  starting_after: text.optional(),
  created: z.union([whole, z.partialRecord(z.enum(['gt', 'gte', 'lt', 'lte']), whole)]).optional(),
}

export const nothing = z.strictObject({})

export const createIntentParams = z.strictObject({
  ...payment,
  ...described,
  amount: price,
  capture_method: z.enum(['automatic', 'automatic_async']).optional(),
  currency: z
    .string()
    .regex(/^[a-z]{3}$/i, 'Invalid currency')
    .toLowerCase(),
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  payment_method_types: list.optional(),
  excluded_payment_method_types: list.optional(),
  statement_descriptor_suffix: z.string().max(22).optional(),
  confirm: flag.optional(),
  return_url: z.url().optional(),
})

export const updateIntentParams = z.strictObject({ ...payment, ...described, amount: price.optional() })

export const confirmParams = z.strictObject({
  ...payment,
  return_url: z.url().optional(),
  receipt_email: text.optional(),
})

export const authenticateParams = z.strictObject({ answer: z.enum(['complete', 'fail']) })

export const cancelParams = z.strictObject({
  cancellation_reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']).optional(),
})

export const createRefundParams = z.strictObject({
  payment_intent: text.optional(),
  charge: text.optional(),
  amount: cents.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
})

/** Of what answers a dispute the texts; Stripe also takes files. */
const evidenceText = z.string().max(20_000).optional()
export const updateDisputeParams = z.strictObject({
  evidence: z
    .strictObject({
      ...{ access_activity_log: evidenceText, customer_email_address: evidenceText, customer_name: evidenceText },
      ...{ product_description: evidenceText, refund_policy_disclosure: evidenceText, service_date: evidenceText },
      uncategorized_text: evidenceText,
    })
    .optional(),
  submit: flag.optional(),
})

export const listParams = z.strictObject(page)
export const listOfIntentParams = z.strictObject({
  ...page,
  payment_intent: text.optional(),
  charge: text.optional(),
})
export const listEventsParams = z.strictObject({ ...page, type: text.optional(), types: list.optional() })

/** Parameters that every call may carry beside its own: what to expand, and a browser's key and secret. */
export const commonParams = z.object({
  expand: list.optional(),
  key: text.optional(),
  client_secret: text.optional(),
})
