/** Whose the SMS are: the account at the stand-in for Twilio. */
export const accountSid = `AC${'5a'.repeat(16)}`
export const knownAuthToken = 'sandbox'
/** Twilio's own test number that may send. */
export const phoneNumber = '+15005550006'
