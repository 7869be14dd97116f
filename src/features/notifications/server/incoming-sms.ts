import type { Deps } from '#src/deps.ts'
import type { Env } from '#src/platform/config/env.ts'
import { Invalid } from '#src/platform/http/errors.ts'
import { mayMailUnasked } from '#src/platform/http/limits.ts'
import type { IncomingSms } from '#src/providers/twilio.ts'
import { gameNames } from '#src/shared/games.ts'
import { isE164 } from '#src/shared/phone.ts'
import { toOneSms } from '#src/shared/text/sms-text.ts'
import { saveOptOut } from './sms-opt-outs.ts'

/** What people may write to us alone, in any case and spacing (SMS-4); the provider knows these, too, and answers STOP and START itself. */
const words: Record<NonNullable<IncomingSms['understood']>, string[]> = {
  STOP: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  START: ['START', 'UNSTOP', 'YES'],
  HELP: ['HELP', 'INFO'],
}
/** What stops our SMS also among a few other words. */
const stopWords = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'ARRET']
const mostWords = 6
const negations = ['NOT', 'NO', 'NEVER', 'DONT', 'DOESNT', 'CANT', 'WONT', 'DIDNT', 'NON', 'PAS']

/** What answers an SMS, each as one SMS; `HELP` says who we are, `unsure` asks whether a stop was meant, `stopped` confirms it. */
export function smsAnswers({
  baseUrl,
  seller,
}: Pick<Env, 'baseUrl' | 'seller'>): Record<'HELP' | 'other' | 'unsure' | 'stopped', string> {
  return {
    stopped: toOneSms('Level Up: no more texts to this number. Reply START to get them again.'),
    unsure: toOneSms(
      `Level Up: want no more texts? Reply STOP. Nobody reads other replies: write at ${baseUrl}/sessions or ${seller.email}`,
    ),
    HELP: toOneSms(
      `Level Up: coaching for ${gameNames()}. SMS about your session only. Help: ${seller.email} Rates may apply. STOP ends them.`,
    ),
    other: toOneSms(
      `Nobody reads replies here. Please write at ${baseUrl}/sessions or to ${seller.email} STOP ends these SMS.`,
    ),
  }
}

/** Does what an SMS to our number asks for, and returns the answer as TwiML. Throws `Invalid` for what is no SMS. */
export async function answerSms(deps: Deps, sms: IncomingSms): Promise<string> {
  if (!/^\w{1,64}$/.test(sms.id)) throw new Invalid({ MessageSid: 'This is no SMS.' })
  return twiml(await answerTo(deps, sms))
}

/** Does what an SMS asks for, and returns what to answer; null: nothing. */
async function answerTo(deps: Deps, { id, from, text, understood }: IncomingSms): Promise<string | null> {
  // Other senders, such as short codes, are no people.
  if (!isE164(from)) return null
  const keyword = understood ?? keywordOf(text)
  const answers = smsAnswers(deps.env)
  if (keyword === 'STOP' || keyword === 'START' || keyword === 'stop-said') {
    const saidAt = (await deps.sms?.whenReceived(id)) ?? deps.now()
    const isNew = await saveOptOut(deps.db, { number: from, isOut: keyword !== 'START', messageSid: id, saidAt })
    // The provider itself confirms the words it knows, and stops or starts sending.
    return keyword === 'stop-said' && isNew ? answers.stopped : null
  }
  // What answers us may be another machine.
  if (understood || !(await mayMailUnasked(deps, from, 'SMS answer'))) return null
  return answers[keyword ?? 'other']
}

/** What an SMS asks for; `stop-said`: to stop, in words that the provider does not know; `unsure`: perhaps that; null: nothing. */
function keywordOf(text: string): 'STOP' | 'START' | 'HELP' | 'stop-said' | 'unsure' | null {
  // ARRÊT and ARRET are one word, and so are DON’T and DONT.
  const plain = text
    .toUpperCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
  const letters = plain.replace(/[^A-Z]/g, '')
  const alone = (['STOP', 'START', 'HELP'] as const).find((keyword) => words[keyword].includes(letters))
  if (alone) return alone
  const said = plain.match(/[A-Z]+/g) ?? []
  if (!said.some((word) => stopWords.includes(word))) return null
  const isClear = said.length <= mostWords && !/[?\d]/.test(text) && !said.some((word) => negations.includes(word))
  return isClear ? 'stop-said' : 'unsure'
}

function twiml(answer: string | null): string {
  const escaped = answer?.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
  const message = escaped ? `<Message>${escaped}</Message>` : ''
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`
}
