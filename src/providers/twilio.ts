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
  /**
   * Sends one SMS to a number in E.164 form (`+12125550100`); returns the provider's id of it. Throws `SmsRefused` when
   * another try is pointless, and some other error when the SMS was not taken, or not within 8 s (then it may still
   * arrive: Twilio's call knows no idempotency key).
   */
  send(sms: { to: string; text: string }): Promise<string>
  /**
   * Reads what Twilio tells of an SMS to our number: the `form` it sent to `url`, our public address of the webhook, and
   * its header `X-Twilio-Signature`. Null when the signature is not Twilio's.
   */
  readIncoming(call: { url: string; form: URLSearchParams; signature: string }): Promise<IncomingSms | null>
}

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
    async send({ to, text }) {
      if (!/^\+[1-9]\d{6,14}$/.test(to)) throw new SmsRefused(`${to} is not a phone number in E.164 form`)
      client ??= createClient(settings)
      try {
        const { messages } = await client
        const { sid } = await messages.create({ to, from: settings.phoneNumber, body: text })
        return sid
      } catch (error) {
        const { message, code } = error as { message: string; code?: number }
        if (code === unsubscribed) throw new SmsUnsubscribed(message)
        if (code && refusals.includes(code)) throw new SmsRefused(message)
        // Not the error itself: it carries the request, with our key in it.
        throw new Error(`The SMS provider did not take the message: ${message}`)
      }
    },
    async readIncoming({ url, form, signature }) {
      const { default: twilio } = await import('twilio')
      const fields = Object.fromEntries(form)
      if (!twilio.validateRequest(settings.authToken, signature, url, fields)) return null
      const { MessageSid: id = '', From: from = '', Body: text = '', OptOutType: type } = fields
      const understood = (['STOP', 'START', 'HELP'] as const).find((word) => word === type) ?? null
      return { id, from, text, understood }
    },
  }
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
