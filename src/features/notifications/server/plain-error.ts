type Channel = 'mail' | 'sms'

const provider = { mail: 'The mail server', sms: 'The SMS provider' }

/** Whether a mail's failure was one that no other try would change (`MailRefused`): what was thrown then says so. */
export function isRefusedForGood(error: string): boolean {
  return /recipients were rejected: 5|message failed: 5\d\d[ -](?!5\.[47]\.)/i.test(error)
}

/** For each cause, how it shows in an error's text, and how we say it. */
const causes: [RegExp, (channel: Channel) => string][] = [
  [/is not set$/, (channel) => `No ${channel === 'mail' ? 'mail server' : 'SMS provider'} is set up.`],
  [
    /invalid login|authentication (failed|unsuccessful)|EAUTH/i,
    (channel) => `${provider[channel]} refuses our sign-in.`,
  ],
  [/^SMS_DAILY_CAP/, () => 'It was not sent: the SMS of 24 hours were used up.'],
  // https://www.twilio.com/docs/api/errors
  [/error 30003$/, () => 'The phone is switched off or out of reach.'],
  [/error 30004$/, () => 'This number blocks our SMS.'],
  [/error 30005$/, () => 'This number is unknown, or no longer in use.'],
  [/error 30006$/, () => 'This is a landline, or its network takes no SMS.'],
  [/error 30007$/, () => 'The phone network took it for spam.'],
  [/^undelivered/, () => 'The phone network did not deliver it.'],
  [/unsubscribed/i, () => 'This number unsubscribed from our SMS.'],
  [/not a valid|E\.164|not a mobile/i, () => 'This is no number that can get an SMS.'],
  [/recipients were rejected: 5/i, () => 'The mail server refuses this address.'],
  [
    /ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|hang up|closed|timeout|never received|longer than/i,
    (channel) => `${provider[channel]} could not be reached.`,
  ],
]

/** A failed try in words that tell staff what to do about it. `error` is what was thrown. */
export function plainError(channel: Channel, error: string): string {
  const cause = causes.find(([pattern]) => pattern.test(error))
  return cause ? cause[1](channel) : `${provider[channel]} did not take it.`
}
