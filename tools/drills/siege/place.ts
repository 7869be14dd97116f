import type { Answer, Hour, Intent } from '../ask.ts'
import type { Books } from '../books.ts'
import { type Browser, openBrowser, type Reply } from '../browser.ts'

/** Where the siege takes place: the app, its database, its coaches. */
export type Place = {
  url: string
  books: Books
  coaches: { id: string; name: string }[]
  visit(network: string): Browser
}

export const password = 'levelup-demo'
/** Whom everybody knows. */
export const known = {
  owner: 'owner@demo.test',
  admin: { email: 'admin@demo.test', name: 'Demo Admin' },
  forgetful: 'player@demo.test',
}

export type Order = Intent & { orderId: string }
type Days = { days?: { hours: Hour[] }[] } | null

export async function openPlace(url: string, books: Books): Promise<Place> {
  const visit = (network: string) => openBrowser(url, network)
  const coaches = (await visit('127.0.100.1').ask<Place['coaches']>('GET', '/api/coaches')).body
  return { url, books, coaches, visit }
}

/** Asks for the free hours of a coach, or (null) of any who coaches Fortnite. */
export async function freeHours(
  browser: Browser,
  coachId: string | null,
): Promise<Pick<Answer<unknown>, 'status'> & { hours: Hour[] }> {
  const whose = coachId ? `game=both&coachId=${coachId}` : 'game=fortnite'
  const { status, body } = await browser.ask<Days>('GET', `/api/free-hours?serviceId=1on1-basic&${whose}`)
  const days = status === 200 ? (body?.days ?? []) : []
  return { status, hours: days.flatMap(({ hours }) => hours.filter(({ state }) => state === 'free')) }
}

export function hold(
  browser: Browser,
  token: string,
  coachId: string | null,
  { date, time }: Hour,
): Promise<Reply<Order>> {
  const game = coachId ? 'both' : 'fortnite'
  const metadata = { serviceId: '1on1-basic', coachId, game, selectedDate: date, selectedTime: time }
  return browser.ask('POST', '/api/create-payment-intent', { amount: 29, metadata }, token)
}

export function pick<T>(list: T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)]
}
