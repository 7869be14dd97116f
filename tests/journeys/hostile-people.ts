import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { aUser } from '#src/demo/a-user.ts'
import type { openBooks } from '#tools/drills/books.ts'
import { payByCard } from '../support/pay.ts'
import { basic } from '../support/prices.ts'
import { callsTo } from './by-call.ts'
import { expect } from './fixtures.ts'

export const name = `<img src=x onerror="__xss=1">`
export const line = `"><svg onload="__xss=1">{{7*7}}`
export const text = [
  `</script><script>__xss=1</script><iframe srcdoc="<script>parent.__xss=1</script>"></iframe>`,
  `javascript:__xss=1 data:text/html,<script>__xss=1</script> https://evil.test/"onmouseover="__xss=1`,
  `\u202egnp.exe\u2066 \${7*7} ]]> <!-- &lt;b&gt; ' onfocus='__xss=1' autofocus`,
  name,
].join('\n')

type Reply = { id: string; slug: string; bookingId: string; coachId: string }
export type HostilePeople = Awaited<ReturnType<typeof plantHostilePeople>>

/** Writes hostile texts into everything, as the people who can. `page` becomes the applicant's browser. */
export async function plantHostilePeople(url: string, books: ReturnType<typeof openBooks>, page: Page) {
  const outside = callsTo(url)
  async function ask(method: string, path: string, token: string, body: object): Promise<Reply> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    const reply = await answer.text()
    expect(answer.status, `${method} ${path}: ${reply}`).toBe(200)
    return JSON.parse(reply) as Reply
  }
  const [player, coach, admin, owner] = await Promise.all([
    aUser(books, { name }),
    aUser(books, { name }),
    aUser(books, { name, isAdmin: true }),
    aUser(books, { name, isOwner: true }),
  ])

  const application = {
    applicantName: name,
    applicantEmail: 'evil-applicant@e2e.test',
    applicantPhone: '+12125550177',
    gameExpertise: 'rocket-league',
    currentRank: line,
    coachingExperience: text,
    whyCoach: text,
    availability: text,
    discordUsername: line,
    portfolioLinks: text,
  }
  async function apply(): Promise<string> {
    const applied = await page.request.post(`${url}/api/coach-applications`, { data: application })
    expect(applied.status(), await applied.text()).toBe(200)
    const { id: coachApplicationId } = (await applied.json()) as Reply
    await page.request.post(`${url}/api/messages/send-applicant`, { data: { coachApplicationId, content: text } })
    await ask('POST', '/api/admin/send-internal-message', admin.token, { coachApplicationId, message: text })
    await ask('POST', '/api/admin/send-sms', admin.token, { phone: '+12125550177', message: name })
    return coachApplicationId
  }
  async function becomeCoach(): Promise<Reply> {
    const applicantEmail = coach.email
    const own = await ask('POST', '/api/coach-applications', coach.token, { ...application, applicantEmail })
    await ask('PATCH', `/api/coach-applications/${own.id}`, admin.token, { status: 'approved', adminNotes: text })
    const profile = await ask('PATCH', '/api/coach/profile', coach.token, {
      title: line,
      description: text,
      currentRank: line,
      achievements: [line, name],
      specialties: [line, name],
      availability: line,
      discordUsername: line,
      portfolioLinks: text,
      howITeach: text,
      publicLinks: [`https://evil.test/"onclick="__xss=1`],
    })
    await ask('PATCH', `/api/owner/coaches/${profile.id}`, owner.token, { isActive: true, reason: text })
    return profile
  }
  async function share(then?: string): Promise<void> {
    const ranks = { beforeRank: line, afterRank: line }
    const told = { coachName: name, game: 'rocket-league', ...ranks, story: text, sessionsCount: 2 }
    const { id } = await ask('POST', '/api/success-stories', player.token, told)
    if (then) await ask('POST', `/api/admin/success-stories/${id}/${then}`, owner.token, { reason: text })
  }
  const inquiry = { name, email: player.email, game: 'both', currentRank: line, message: text }
  const [coachApplicationId, profile] = await Promise.all([
    apply(),
    becomeCoach(),
    ...[undefined, 'feature', 'reject'].map(share),
    ask('POST', '/api/contacts', player.token, inquiry),
  ])

  const next = await outside.book(player.token, name)
  async function talk(): Promise<void> {
    for (const content of [text, `https://evil.test/"onclick="__xss=1 http://evil.test/<svg/onload=__xss=1>`])
      await ask('POST', '/api/messages', player.token, { bookingId: next, content })
    await ask('POST', '/api/messages/send-coach-booking', coach.token, { bookingId: next, content: text })
    await ask('POST', `/api/admin/booking/${next}/message`, admin.token, { content: text })
    await ask('PUT', `/api/coach/players/${player.id}/note`, coach.token, { note: text })
  }
  /** A session that is over and rated; the owner approves the rating, rejects it, or leaves it. */
  async function rate(bookingId: string, hoursAgo: number, decision?: 'approve' | 'reject'): Promise<void> {
    await books.db.execute(
      sql`update bookings set starts_at = now() - make_interval(hours => ${hoursAgo}), ends_at = now() - make_interval(hours => ${hoursAgo - 1}) where id = ${bookingId}`,
    )
    await ask('POST', `/api/bookings/${bookingId}/complete`, coach.token, {})
    const homework = [{ text: text.slice(0, 200), link: `https://evil.test/"onclick="__xss=1`, keep: true }]
    const words = text.slice(0, 300)
    await ask('PUT', `/api/bookings/${bookingId}/write-up`, coach.token, { seen: [words], homework, nextStep: words })
    await ask('POST', '/api/ratings', player.token, { bookingId, rating: 5, review: text })
    const waiting = await outside.call<Reply[]>('GET', '/api/admin/ratings/pending', owner.token)
    const { id } = waiting.find((rating) => rating.bookingId === bookingId)!
    if (decision) await ask('POST', `/api/admin/ratings/${id}/${decision}`, owner.token, { reason: 'It is spam' })
  }
  /** Paid without an hour: the owner gives it one. */
  async function bookWithoutTime(): Promise<void> {
    const body = { amount: basic.decimal, metadata: { serviceId: '1on1-basic', coachId: profile.id } }
    type Intent = { paymentIntentId: string; clientSecret: string }
    const intent = await outside.call<Intent>('POST', '/api/create-payment-intent', player.token, body)
    await payByCard(url, intent)
    const { paymentIntentId } = intent
    await ask('POST', '/api/booking-confirmation', player.token, { paymentIntentId })
  }
  // One after the other: they are free hours of one coach.
  const past: string[] = []
  for (let i = 0; i < 4; i++) past.push(await outside.book(player.token, name))
  const [first, second, third, cancelled] = past as [string, string, string, string]
  const hour = await freeHour(url, profile.id)
  await Promise.all([
    talk(),
    // The first session is the earliest: only that one can be claimed.
    rate(first, 12, 'approve').then(() =>
      ask('POST', `/api/bookings/${first}/claim-guarantee`, player.token, { wanted: 'refunded', reason: text }),
    ),
    rate(second, 9, 'reject'),
    rate(third, 6),
    ask('POST', `/api/bookings/${cancelled}/cancel`, owner.token, { refund: basic.decimal, reason: text }),
    bookWithoutTime(),
    ask('POST', '/api/admin/create-booking', admin.token, {
      customerName: name,
      customerEmail: 'evil-customer@e2e.test',
      customerPhone: '+12125550178',
      coachName: name,
      ...hour,
    }),
  ])
  await ask('POST', `/api/people/${player.id}/notes`, owner.token, { note: text, idempotencyKey: crypto.randomUUID() })
  const deliveries = await outside.call<{ id: string; kind: string }[]>('GET', '/api/deliveries', admin.token)
  return {
    slug: profile.slug,
    playerId: player.id,
    coachId: profile.id,
    next,
    cancelled,
    coachApplicationId,
    deliveryId: deliveries.find(({ kind }) => /message/.test(kind))?.id ?? deliveries[0]!.id,
    tokens: { player: player.token, coach: coach.token, admin: admin.token, owner: owner.token } as Record<
      string,
      string
    >,
  }
}

/** What an admin may give away, and when. */
async function freeHour(url: string, coachId: string) {
  const outside = callsTo(url)
  type Free = { days: { hours: { date: string; time: string; state: string }[] }[] }
  const { days } = await outside.call<Free>('GET', `/api/free-hours?serviceId=1on1-basic&coachId=${coachId}`)
  const { date, time } = days.flatMap(({ hours }) => hours).findLast(({ state }) => state === 'free')!
  return { serviceName: 'Basic Rocket League Coaching', selectedDate: date, selectedTime: time }
}
