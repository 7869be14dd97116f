import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Challenge } from 'altcha-lib'
import { eq } from 'drizzle-orm'
import { aSecondFactor } from '#src/demo/a-second-factor.ts'
import { aUser } from '#src/demo/a-user.ts'
import { hashToken } from '#src/features/accounts/server/sign-in/login-sessions.ts'
import { codes } from '#src/features/accounts/server/table.ts'
import { codeIn } from '#tests/support/code-in.ts'
import { payByCard } from '#tests/support/pay.ts'
import { solve } from '#tests/support/solve.ts'
import type { Browser, Reply } from '../browser.ts'
import { freeHours, hold, known, type Order, type Place, password, pick } from './place.ts'

/** What honest people are promised; each comes once a round. */
const promises = {
  booking: 'a newcomer on a new network signs up and books at the first try',
  crowded: 'a newcomer behind an attacker’s address is checked, signs up, and books within 6 minutes',
  owner: 'the owner logs in with the browser they know',
  newBrowser: 'an owner logs in with a new browser and the code of their app',
  reset: 'a code for a new password arrives and works',
  admin: 'the admin area mails its code, which works',
}
type What = keyof typeof promises

/** Owners with a second step; by turns, since a code of it works once. */
export type SteppedOwner = { email: string; codeAt(instant: Date): string }

export async function aSteppedOwner({ books }: Place): Promise<SteppedOwner> {
  const owner = await aUser(books, { isOwner: true })
  return { email: owner.email, codeAt: (await aSecondFactor(books, owner)).codeAt }
}

/** Whether the players of one network hold as much unpaid as they may. */
const isOfNetwork = ({ status, body }: Reply<unknown>) =>
  status === 429 && (body as { reason?: string }).reason === 'network'

/** The honest people: `receive` lets all of a round come; `broken` says what went wrong for whom. */
export function honestPeople(place: Place, owners: SteppedOwner[], crowdedNetwork: string) {
  const { url, books, coaches, visit } = place
  const atHome = visit('127.0.50.1')
  const failures = new Map<What, string[]>()
  /** How many seconds those behind an attacker’s address waited who were refused at first. */
  const waits: number[] = []
  const crowded: Promise<void>[] = []

  function fail(what: What, why: string): void {
    failures.set(what, [...(failures.get(what) ?? []), why])
  }

  function expectStatus(what: What, { status, body }: Reply<unknown>, wanted: number): boolean {
    if (status !== wanted) fail(what, `${status} ${JSON.stringify(body)}`)
    return status === wanted
  }

  /** Asks as a page of ours does: it solves a challenge, and asks again. */
  function solving(browser: Browser): Browser {
    const ask: Browser['ask'] = async (method, path, body, token) => {
      const reply = await browser.ask<never>(method, path, body, token)
      const { challenge } = (reply.body ?? {}) as { challenge?: Challenge }
      return challenge ? browser.ask(method, path, body, token, await solve(challenge)) : reply
    }
    return { ...browser, ask }
  }

  async function book(what: What, email: string, browser: Browser, coachId: string | null): Promise<void> {
    const signedUp = await browser.ask<{ token: string }>('POST', '/api/auth/signup', {
      ...{ name: 'Honest Newcomer', email, password: 'shy-otter-1', confirmPassword: 'shy-otter-1' },
    })
    if (!expectStatus(what, signedUp, 200)) return
    const { token } = signedUp.body
    const hour = pick((await freeHours(browser, coachId)).hours)
    if (!hour) return fail(what, 'no free hour')
    const ordered = await hold(browser, token, coachId, hour)
    if (what === 'crowded' && isOfNetwork(ordered)) return bookLater(browser, token)
    if (!expectStatus(what, ordered, 200)) return
    await pay(what, browser, token, ordered.body)
  }

  /** As the refusal says: an hour of their own network gets free within five minutes. */
  async function bookLater(browser: Browser, token: string): Promise<void> {
    const began = Date.now()
    for (; Date.now() - began < 6 * 60_000; await sleep(10_000)) {
      const hour = pick((await freeHours(browser, null)).hours)
      if (!hour) continue
      const ordered = await hold(browser, token, null, hour)
      if (isOfNetwork(ordered)) continue
      if (!expectStatus('crowded', ordered, 200)) return
      waits.push(Math.round((Date.now() - began) / 1000))
      return pay('crowded', browser, token, ordered.body)
    }
    fail('crowded', 'no hour within 6 minutes')
  }

  async function pay(what: What, browser: Browser, token: string, order: Order): Promise<void> {
    await payByCard(url, order)
    const { paymentIntentId } = order
    expectStatus(what, await browser.ask('POST', '/api/booking-confirmation', { paymentIntentId }, token), 200)
  }

  async function logInAtHome(): Promise<void> {
    const { owner: email } = known
    const { status, body } = await atHome.ask<{ token: string }>('POST', '/api/auth/login', { email, password })
    if (expectStatus('owner', { status, body }, 200)) await atHome.ask('POST', '/api/auth/logout', {}, body.token)
  }

  async function logInElsewhere(round: number): Promise<void> {
    const browser = visit(`127.0.${161 + round}.1`)
    const { email, codeAt } = owners[round % owners.length]!
    const logIn = (code?: string) => browser.ask('POST', '/api/auth/login', { email, password, code })
    if (expectStatus('newBrowser', await logIn(), 202)) expectStatus('newBrowser', await logIn(codeAt(new Date())), 200)
  }

  async function resetPassword(round: number): Promise<void> {
    const browser = visit(`127.0.${121 + round}.1`)
    const { forgetful: email } = known
    const asked = await browser.ask('POST', '/api/auth/codes', { purpose: 'reset-password', email })
    if (!expectStatus('reset', asked, 202)) return
    const fresh = `shy-otter-${round}`
    await enterCode('reset', email, browser, (code) =>
      browser.ask('POST', '/api/auth/codes/redeem', {
        ...{ purpose: 'reset-password', email, code, password: fresh, confirmPassword: fresh },
      }),
    )
  }

  async function enterAdminArea(round: number): Promise<void> {
    const browser = visit(`127.0.${141 + round}.1`)
    const { admin } = known
    if (!expectStatus('admin', await browser.ask('POST', '/api/admin/login', admin), 202)) return
    await enterCode('admin', admin.email, browser, (code) =>
      browser.ask('POST', '/api/admin/login', { ...admin, code }),
    )
  }

  /** Finds the mail with the code that this browser asked for, among those that strangers asked for, and enters it. */
  async function enterCode(
    what: What,
    email: string,
    browser: Browser,
    enter: (code: string) => Promise<Reply<unknown>>,
  ): Promise<void> {
    const browserHash = hashToken(browser.cookies.get('code_browser')!)
    const to = `/dev/outbox.json?to=${encodeURIComponent(email)}`
    let seen = ''
    for (const until = Date.now() + 30_000; Date.now() < until; await sleep(500)) {
      const [asked] = await books.db.select().from(codes).where(eq(codes.browserHash, browserHash))
      const outbox = await visit('127.0.100.1').ask<{ text: string }[]>('GET', to)
      // A busy outbox is asked again.
      const mails = outbox.status === 200 ? outbox.body : []
      const isMine = (code: string) =>
        createHash('sha256').update(`${asked!.id} ${code}`).digest('hex') === asked!.codeHash
      const sent = mails.flatMap(({ text }) => codeIn(text) ?? [])
      const code = asked && sent.find(isMine)
      if (code) return void expectStatus(what, await enter(code), 200)
      const made = asked?.codeHash ? 'the code is made' : 'no code is made'
      seen = `${made}, the outbox answers ${outbox.status} with ${mails.length} mails`
    }
    fail(what, `no code within 30 s: ${seen}`)
  }

  return {
    async receive(round: number): Promise<void> {
      // They may wait longer than a round.
      const booking = book('crowded', `schoolmate-${round}@siege.test`, solving(visit(crowdedNetwork)), null)
      crowded.push(booking.catch((error) => fail('crowded', String(error))))
      await Promise.all([
        book(
          'booking',
          `newcomer-${round}@siege.test`,
          visit(`127.0.${101 + round}.1`),
          coaches[round % coaches.length]!.id,
        ),
        logInAtHome(),
        logInElsewhere(round),
        resetPassword(round),
        enterAdminArea(round),
      ])
    },
    async findings(times: number) {
      await Promise.all(crowded)
      return Object.entries(promises).map(([what, promise]) => {
        const waited = what === 'crowded' && waits.length > 0 ? `, after ${waits.join(', ')} s` : ''
        const measured = failures.get(what as What)?.join('; ') ?? `${times} of ${times} times${waited}`
        return { promise, measured, kept: !failures.has(what as What) }
      })
    },
  }
}
