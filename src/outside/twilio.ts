import type { Twilio } from 'twilio'

/** Where and as whom we talk to Twilio; `apiAddress` (`http://host:port`) points the client at the sandbox. */
export type SmsSettings = {
  accountSid: string
  authToken: string
  /** Our own number, in E.164 form. */
  phoneNumber: string
  apiAddress?: string
}

export type SmsSender = {
  /**
   * Sends one SMS to a number in E.164 form (`+12125550100`); gives the provider's id of it. Throws `SmsRefused` when
   * another try is pointless, and some other error when the SMS was not taken, or not within 8 s (then it may still
   * arrive: Twilio's call knows no idempotency key).
   */
  send(sms: { to: string; text: string }): Promise<string>
}

/** This number takes no SMS from us. */
export class SmsRefused extends Error {}

/** Codes about the recipient: no such number, unsubscribed, not a mobile. The others (a wrong key, say) can be put right. */
const refusals = [21211, 21214, 21217, 21610, 21612, 21614]

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
        if (code && refusals.includes(code)) throw new SmsRefused(message)
        // Not the error itself: it carries the request, with our key in it.
        throw new Error(`The SMS provider did not take the message: ${message}`)
      }
    },
  }
}

/** Loads the client, which holds 37 MB, when there is something to send. */
async function createClient({ accountSid, authToken, apiAddress }: SmsSettings): Promise<Twilio> {
  const { default: twilio } = await import('twilio')
  const httpClient = new twilio.RequestClient({ timeout: 8_000 })
  if (apiAddress) {
    httpClient.axios.interceptors.request.use((request) => {
      request.url = request.url!.replace('https://api.twilio.com', apiAddress)
      return request
    })
  }
  return twilio(accountSid, authToken, { httpClient })
}
