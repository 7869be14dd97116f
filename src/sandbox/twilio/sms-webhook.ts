/** Where the app listens (null while nobody does), its public address, for which Twilio signs, and the key it signs by. */
export type SmsWebhook = { origin: () => string | null; baseUrl?: string; authToken: string }

/** Tells the app something as Twilio does, by a signed form; `path` is that of our webhook. */
export async function callWebhook(
  { origin, baseUrl, authToken }: SmsWebhook,
  path: string,
  fields: Record<string, string>,
): Promise<Response> {
  const at = origin()
  if (!at) throw new Error('Nobody listens for SMS yet.')
  const { default: twilio } = await import('twilio')
  return fetch(at + path, {
    method: 'POST',
    headers: {
      'user-agent': 'TwilioProxy/1.1',
      'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, (baseUrl ?? at) + path, fields),
    },
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(15_000),
  })
}
