type Channel = 'mail' | 'sms'

const provider = { mail: 'The mail server', sms: 'The SMS provider' }

/** For each cause, how it shows in an error's text, and how we say it. */
const causes: [RegExp, (channel: Channel) => string][] = [
  [/is not set$/, (channel) => `No ${channel === 'mail' ? 'mail server' : 'SMS provider'} is set up.`],
  [
    /invalid login|authentication (failed|unsuccessful)|EAUTH/i,
    (channel) => `${provider[channel]} refuses our sign-in.`,
  ],
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
