export type SmsSender = {
  /** Sends one SMS to a number in E.164 form; gives the provider's id of it. */
  send(sms: { to: string; text: string }): Promise<string>
}
