import { type BrowserContextOptions, request } from '@playwright/test'
import type { MySession } from '#src/features/bookings/contract.ts'
import { aNewcomer, callsTo } from '#tests/journeys/by-call.ts'
import { beginSession } from '#tests/journeys/hold-session.ts'

/** What a browser keeps. */
type State = Exclude<BrowserContextOptions['storageState'], string | undefined>
export type World = Awaited<ReturnType<typeof makeWorld>>
export type Role = keyof World['states']

const noState: State = { cookies: [], origins: [] }

/** Adds to a fresh demo what is measured and not in it. Gives what everybody's browser keeps, and the ids of it all. */
export async function makeWorld(url: string, dataDir: string) {
  process.env.E2E_DATA_DIR = dataDir
  const { call, signUp, book, pay } = callsTo(url)

  async function enter({ email, password = 'levelup-demo' }: { email: string; password?: string }) {
    type Entered = { token: string; user: { id: string } }
    const { token, user } = await call<Entered>('POST', '/api/auth/login', '', { email, password })
    const state: State = { ...noState, origins: [keptAt(url, { auth_token: token, user: JSON.stringify(user) })] }
    return { token, state, id: user.id }
  }
  const player = await enter({ email: 'player@demo.test' })
  const coach = await enter({ email: 'coach@demo.test' })
  const admin = await enter({ email: 'admin@demo.test' })
  const owner = await enter({ email: 'owner@demo.test' })
  const newcomer = await enter(await signUp('Rookie'))
  const leaver = await enter(await signUp('Leaver'))

  const beginner = await enter(await signUp('FirstRung'))
  const begun = await book(beginner.token, 'RampRiot')

  const chooser = await enter(await signUp('Chooser'))
  const calledOff = await book(chooser.token, 'VexFlip')
  await call('POST', `/api/bookings/${calledOff}/call-off`, coach.token, { reason: 'ill' })

  const joiner = await enter(await signUp('Joiner'))
  const joined = await enter({ email: 'rampriot@demo.test' })
  const soon = await book(joiner.token, 'RampRiot')
  await beginSession(soon, 5)

  const mine = await call<MySession[]>('GET', '/api/bookings/mine', player.token)
  const next = mine.find(({ status }) => status === 'confirmed')!.id
  const last = mine.find(({ status, coachName }) => status === 'completed' && coachName === 'VexFlip')!.id

  /** A booking of the player whose thread has 400 messages. */
  async function writeMuch(): Promise<string> {
    const bookingId = await book(player.token, 'VexFlip')
    for (let n = 1; n <= 400; n++)
      await call('POST', '/api/messages', n % 2 ? player.token : coach.token, { bookingId, content: `Message ${n}.` })
    return bookingId
  }

  return {
    states: {
      visitor: noState,
      /** The browser that applied may read the application. */
      applicant: await stateAfter(url, '/api/coach-applications', application),
      player: player.state,
      coach: coach.state,
      admin: await adminsState(url, admin),
      owner: owner.state,
      /** Has no booking. */
      newcomer: newcomer.state,
      /** Has one booking. */
      beginner: beginner.state,
      /** The one booking was called off. */
      chooser: chooser.state,
      /** The one session begins in five minutes. */
      joiner: joiner.state,
      /** The coach of that session. */
      joined: joined.state,
      /** For what ends a log-in. */
      leaver: leaver.state,
    },
    ...{ begun, calledOff, soon, next, last, writeMuch },
    playerId: player.id,
    applied: application.applicantEmail,
    /** A payment whose booking only the success page asks for. */
    paid: await pay(player.token, 'VexFlip'),
  }
}

const application = {
  applicantName: 'Flipside',
  applicantEmail: aNewcomer().email,
  gameExpertise: 'both',
  currentRank: 'Grand Champion II',
  coachingExperience: 'Three years of replay reviews.',
  whyCoach: 'I like it when something clicks.',
  availability: 'Weekday evenings',
}

/** The admin area has a cookie of its own, and the browser keeps who is in it. */
async function adminsState(url: string, { token, state }: { token: string; state: State }): Promise<State> {
  const body = { email: 'admin@demo.test', name: 'Demo Admin' }
  const { cookies } = await stateAfter(url, '/api/admin/login', body, token)
  const area = keptAt(url, { adminEmail: body.email, adminName: body.name })
  const localStorage = [...state.origins, area].flatMap((each) => each.localStorage)
  return { cookies, origins: [{ origin: url, localStorage }] }
}

/** What a browser keeps that has sent this. */
async function stateAfter(url: string, path: string, data: object, token?: string): Promise<State> {
  const browser = await request.newContext({ baseURL: url })
  try {
    const answer = await browser.post(path, { data, ...(token && { headers: { authorization: `Bearer ${token}` } }) })
    if (!answer.ok()) throw new Error(`POST ${path}: ${answer.status()} ${await answer.text()}`)
    return await browser.storageState()
  } finally {
    await browser.dispose()
  }
}

function keptAt(origin: string, kept: Record<string, string>): State['origins'][number] {
  return { origin, localStorage: Object.entries(kept).map(([name, value]) => ({ name, value })) }
}
