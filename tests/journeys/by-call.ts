import { randomBytes } from 'node:crypto'
import type { Coach } from '#src/features/coaches/contract.ts'
import { payByCard } from '../support/pay.ts'
import { basic } from '../support/prices.ts'
import { ownHour } from './own-hour.ts'

type Free = { days: { hours: { date: string; time: string; state: string }[] }[] }
type Intent = { paymentIntentId: string; clientSecret: string }

export type Player = { name: string; email: string; password: string; token: string }

/** Somebody with an address of their own, as the sign-up wants it. */
export function aNewcomer(name = 'Test Player') {
  const password = 'correct horse'
  return { name, email: `player-${randomBytes(6).toString('hex')}@e2e.test`, password, confirmPassword: password }
}

/** What people away from the test's browser do at the app of this address: requests that share no cookie with it. */
export function callsTo(url: string) {
  /** Returns the answer; throws on a refusal. */
  async function call<Answer>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH',
    path: string,
    token = '',
    body?: object,
  ): Promise<Answer> {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    }
    const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json() as Promise<Answer>
  }

  /** Creates an account. */
  async function signUp(name?: string): Promise<Player> {
    const newcomer = aNewcomer(name)
    const { token } = await call<{ token: string }>('POST', '/api/auth/signup', '', newcomer)
    return { ...newcomer, token }
  }

  /** Signs one of the demo's people in; gives their token. */
  async function logIn(email: string): Promise<string> {
    const { token } = await call<{ token: string }>('POST', '/api/auth/login', '', { email, password: 'levelup-demo' })
    return token
  }

  /**
   * Pays for a 1-on-1 Basic Session with a coach, by name or (a new one is not listed yet) by id, at a free hour of the
   * next `days` ones that no other journey takes, as the player of this token: what is left is the success page. Returns the payment's id.
   */
  async function pay(token: string, coach: string, { days = 14 } = {}): Promise<string> {
    const coaches = await call<Coach[]>('GET', '/api/coaches')
    const coachId = coaches.find(({ name }) => name === coach)?.id ?? coach
    const metadata = { coachId, serviceId: '1on1-basic', ...(await freeHour(coachId, days)) }
    const intent = await call<Intent>('POST', '/api/create-payment-intent', token, { amount: basic.decimal, metadata })
    await payByCard(url, intent)
    return intent.paymentIntentId
  }

  async function freeHour(coachId: string, days = 14) {
    const free = await call<Free>('GET', `/api/free-hours?serviceId=1on1-basic&coachId=${coachId}`)
    const hours = free.days
      .slice(0, days)
      .flatMap(({ hours }) => hours)
      .filter(({ state }) => state === 'free')
    const { date, time } = ownHour(hours, ({ time }) => time)!
    return { selectedDate: date, selectedTime: time }
  }

  /** Moves such a session of this player to another hour of its coach. */
  async function move(token: string, bookingId: string): Promise<void> {
    const mine = await call<{ id: string; coachId: string }[]>('GET', '/api/bookings/mine', token)
    const { coachId } = mine.find(({ id }) => id === bookingId)!
    await call('POST', `/api/bookings/${bookingId}/move`, token, await freeHour(coachId))
  }

  /** The same, booked. Returns the booking's id. */
  async function book(token: string, coach: string, within?: { days: number }): Promise<string> {
    const paymentIntentId = await pay(token, coach, within)
    type Confirmed = { booking: { id: string } }
    const { booking } = await call<Confirmed>('POST', '/api/booking-confirmation', token, { paymentIntentId })
    return booking.id
  }

  return { call, signUp, logIn, pay, book, move }
}
