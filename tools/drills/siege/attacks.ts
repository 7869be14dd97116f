import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import type { Hour } from '../ask.ts'
import type { Browser } from '../browser.ts'
import { dearestFiles } from '../costs-of-pictures.ts'
import { freeHours, hold, known, type Place, pick } from './place.ts'
import { lookAlike, worstWords } from './worst-words.ts'

/** What is done at a network, in one request or two. */
export type Attack = (browser: Browser, network: string) => Promise<{ status: number }>

/** A verified account, and what it holds, with when it was taken. */
type Holder = { token: string; held: { orderId: string; since: number }[] }

/** So many accounts of each network have typed the mailed code in. */
const holdersOfNetwork = 6

/** What strangers do at these networks, by its name. `victims`: whose passwords they try, and whom they have codes mailed to. */
export async function prepareAttacks(
  place: Place,
  { networks, victims, isShort }: { networks: string[]; victims: string[]; isShort: boolean },
): Promise<Record<string, Attack>> {
  const { books, coaches } = place
  const files = await dearestFiles()
  const picture = files[isShort ? 'progressive JPEG' : 'noise as JPEG']!
  // Held longer than half of its time: then it costs them a pause, which the next of their accounts has not.
  const givenBackAfter = isShort ? 3_000 : 8 * 60_000
  /** Nobody but coaches may upload pictures. */
  const coachTokens = await Promise.all(
    networks.map(async () => {
      const { id, token } = await aUser(books)
      await aCoach(books, { userId: id, isActive: false })
      return token
    }),
  )
  const holders = new Map<string, Holder[]>()
  for (const network of networks)
    holders.set(network, await Promise.all(Array.from({ length: holdersOfNetwork }, () => aHolder(place))))
  const holderAt = (network: string) => pick(holders.get(network)!)!
  /** Those who signed up in the siege; nobody of them has verified their e-mail. */
  const strangers: string[] = []
  const hoursOf = new Map<string, Hour[]>()
  let made = 0
  const freshEmail = () => `stranger-${made++}@siege.test`
  const anyHour = (): [string, Hour] | null => {
    const { id } = pick(coaches)!
    const hour = pick(hoursOf.get(id) ?? [])
    return hour ? [id, hour] : null
  }

  return {
    async signUp(browser) {
      const name = pick(['Stranger', 'Stranger', worstWords(80), lookAlike(pick(coaches)!.name)])
      const email = pick([freshEmail(), freshEmail(), freshEmail(), `${worstWords(20)}@${worstWords(40)}.test`])
      const body = { name, email, password: 'shy-otter-1', confirmPassword: 'shy-otter-1' }
      const answer = await browser.ask<{ token: string }>('POST', '/api/auth/signup', body)
      if (answer.status === 200) strangers.push(answer.body.token)
      return answer
    },
    async hold(browser) {
      const [hour, token] = [anyHour(), pick(strangers)]
      // Nobody has signed up, or looked, yet.
      return hour && token ? hold(browser, token, ...hour) : browser.ask('GET', '/api/coaches')
    },
    /** Three hours each, given back after half of their time and taken again. */
    async holdAgain(browser, network) {
      const holder = holderAt(network)
      const hour = anyHour()
      const late = holder.held.findIndex(({ since }) => Date.now() - since > givenBackAfter)
      const [given] = late < 0 ? [] : holder.held.splice(late, 1)
      if (given) await browser.ask('DELETE', `/api/orders/${given.orderId}`, undefined, holder.token)
      if (!hour) return browser.ask('GET', '/api/coaches')
      const answer = await hold(browser, holder.token, ...hour)
      if (answer.status === 200) holder.held.push({ orderId: answer.body.orderId, since: Date.now() })
      return answer
    },
    password: (browser) =>
      browser.ask('POST', '/api/auth/login', {
        email: pick(victims),
        password: pick(['wrong-password', worstWords(200)]),
      }),
    code: (browser) =>
      browser.ask('POST', '/api/auth/codes', {
        purpose: pick(['reset-password', 'reset-password', 'applicant-access', 'verify-email']),
        email: pick([...victims, `bystander-${made++ % 40}@siege.test`]),
      }),
    application: (browser, network) =>
      browser.ask(
        'POST',
        '/api/coach-applications',
        {
          ...{ applicantName: lookAlike(pick(coaches)!.name), applicantEmail: pick([...victims, freshEmail()]) },
          ...{ gameExpertise: 'fortnite', currentRank: 'Unreal', availability: 'Evenings' },
          ...{ coachingExperience: worstWords(3_000), whyCoach: worstWords(3_000) },
        },
        pick([holderAt(network).token, undefined]),
      ),
    name: (browser, network) =>
      browser.ask('PATCH', '/api/auth/me', { name: worstWords(pick([80, 60_000 / 4])!) }, holderAt(network).token),
    message: (browser, network) =>
      browser.ask(
        'POST',
        '/api/contacts',
        { name: worstWords(80), email: pick(victims), game: 'fortnite', message: worstWords(2_000) },
        holderAt(network).token,
      ),
    admin: (browser) =>
      browser.ask('POST', '/api/admin/login', pick([known.admin, { ...known.admin, name: worstWords(80) }])!),
    picture: (browser) => browser.ask('PUT', '/api/coach/photo', picture, pick(coachTokens)),
    sharedPicture: (browser) => browser.ask('GET', `/og/site.png?${made++}`),
    async search(browser) {
      const { id } = pick(coaches)!
      const { status, hours } = await freeHours(browser, id)
      if (status === 200) hoursOf.set(id, hours)
      return { status }
    },
  }
}

async function aHolder({ books }: Place): Promise<Holder> {
  const { token } = await aUser(books, { name: 'Holder' })
  return { token, held: [] }
}
