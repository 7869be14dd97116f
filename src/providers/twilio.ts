import type { Twilio } from 'twilio'

/** Address and keys of Twilio's account; `apiAddress` (`http://host:port`) points the client at the sandbox. */
export type SmsSettings = {
  accountSid: string
  authToken: string
  /** Our own number, in E.164 form. */
  phoneNumber: string
  apiAddress?: string
}

export type SmsSender = {
  /** Our own number, in E.164 form. */
  ownNumber: string
  /**
   * Sends one SMS to a number in E.164 form (`+12125550100`); returns the provider's id of it. Throws `SmsRefused` when
   * another try is pointless, and some other error when the SMS was not taken, or not within 8 s (then it may still
   * arrive: Twilio's call knows no idempotency key). Twilio tells `statusCallback`, a public address of ours, what becomes
   * of it.
   */
  send(sms: { to: string; text: string; statusCallback: string }): Promise<string>
  /** Reads what Twilio tells of an SMS to our number. Null when the signature is not Twilio's. */
  readIncoming(call: TwilioCall): Promise<IncomingSms | null>
  /** When an SMS to our number reached Twilio, to a second: its webhooks may come in another order. Null: it does not say. */
  whenReceived(id: string): Promise<Date | null>
  /** Reads what Twilio tells of an SMS of ours, as `readIncoming` does. */
  readStatus(call: TwilioCall): Promise<SmsStatus | null>
}

/** What Twilio sent to a webhook of ours: the `form`, to which public `url`, and its header `X-Twilio-Signature`. */
export type TwilioCall = { url: string; form: URLSearchParams; signature: string }

/** What has become of an SMS of ours: it arrived, or never will, for the reason with Twilio's `errorCode`. */
export type SmsStatus = { state: 'under way' | 'delivered' } | { state: 'undelivered'; errorCode: string | null }

/** An SMS that somebody sent to our number. */
export type IncomingSms = {
  /** Twilio's id of it. */
  id: string
  from: string
  text: string
  /** Twilio took it for one of these words, and has answered it. */
  understood: 'STOP' | 'START' | 'HELP' | null
}

/** This number takes no SMS from us. */
export class SmsRefused extends Error {}

/** Its owner answered STOP. */
export class SmsUnsubscribed extends SmsRefused {}

/** Codes about the recipient: no such number, not a mobile. The others (a wrong key, say) can be put right. */
const refusals = [21211, 21214, 21217, 21612, 21614]
const unsubscribed = 21610

/** Twilio through its official client: 8 s a call and no retries, which are the delivery job's business. */
export function createSms(settings: SmsSettings): SmsSender {
  let client: Promise<Twilio> | undefined
  return {
    ownNumber: settings.phoneNumber,
    async send({ to, text, statusCallback }) {
      if (!/^\+[1-9]\d{6,14}$/.test(to)) throw new SmsRefused(`${to} is not a phone number in E.164 form`)
      client ??= createClient(settings)
      try {
        const { messages } = await client
        // Twilio refuses an address of this machine (21609); its test credentials tell nothing anyway.
        const isReached = settings.apiAddress || statusCallback.startsWith('https:')
        const message = { to, from: settings.phoneNumber, body: text, ...(isReached && { statusCallback }) }
        const { sid } = await messages.create(message)
        return sid
      } catch (error) {
        const { message, code } = error as { message: string; code?: number }
        if (code === unsubscribed) throw new SmsUnsubscribed(message)
        if (code && refusals.includes(code)) throw new SmsRefused(message)
        // Not the error itself: it carries the request, with our key in it.
        throw new Error(`The SMS provider did not take the message: ${message}`)
      }
    },
    async readIncoming(call) {
      const fields = await readSigned(settings, call)
      if (!fields) return null
      const { MessageSid: id = '', From: from = '', Body: text = '', OptOutType: type } = fields
      const understood = (['STOP', 'START', 'HELP'] as const).find((word) => word === type) ?? null
      return { id, from, text, understood }
    },
    async whenReceived(id) {
      client ??= createClient(settings)
      try {
        const { dateSent, dateCreated } = await (await client).messages(id).fetch()
        return dateSent ?? dateCreated
      } catch {
        return null
      }
    },
    async readStatus(call) {
      const fields = await readSigned(settings, call)
      if (!fields) return null
      const { MessageStatus: status, ErrorCode: errorCode = null } = fields
      if (status === 'undelivered' || status === 'failed') return { state: 'undelivered', errorCode }
      return { state: status === 'delivered' ? 'delivered' : 'under way' }
    },
  }
}

/** The fields of a form that Twilio signed, else null. */
async function readSigned(
  { authToken }: SmsSettings,
  { url, form, signature }: TwilioCall,
): Promise<Record<string, string> | null> {
  const { default: twilio } = await import('twilio')
  const fields = Object.fromEntries(form)
  return twilio.validateRequest(authToken, signature, url, fields) ? fields : null
}

/** Loads the client, which holds 37 MB, when there is something to send. */
async function createClient({ accountSid, authToken, apiAddress }: SmsSettings): Promise<Twilio> {
  const { default: twilio } = await import('twilio')
  const httpClient = new twilio.RequestClient({ timeout: 8_000 })
  if (apiAddress) {
    httpClient.axios.interceptors.request.use((request) => {
      request.url = request.url?.replace('https://api.twilio.com', apiAddress)
      return request
    })
  }
  return twilio(accountSid, authToken, { httpClient })
}
