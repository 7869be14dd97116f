import { type BrowserContextOptions, request } from '@playwright/test'
import type { MySession } from '#src/features/bookings/contract.ts'
import { aNewcomer, callsTo } from '#tests/journeys/by-call.ts'
import { beginSession } from '#tests/journeys/hold-session.ts'

type State = Exclude<BrowserContextOptions['storageState'], string | undefined>
/**
 * `newcomer` has no booking, `beginner` one, the one of `chooser` was called off, that of `joiner` with `joined` begins
 * soon; `leaver` is for what ends a log-in.
 */
const roles = [
  'player',
  'coach',
  'admin',
  'owner',
  'newcomer',
  'beginner',
  'chooser',
  'joiner',
  'joined',
  'leaver',
] as const
export type Role = (typeof roles)[number] | 'visitor' | 'applicant'
export type World = Awaited<ReturnType<typeof makeWorld>>

/** Adds to a fresh demo what is measured and not in it; gives what everybody's browser keeps, and the ids of it all. */
export async function makeWorld(url: string, dataDir: string) {
  process.env.E2E_DATA_DIR = dataDir
  const outside = callsTo(url)
  const { call, signUp, book } = outside
  const password = 'levelup-demo'
  const demo = (name: string) => ({ email: `${name}@demo.test`, password })
  const [newcomer, beginner, chooser, joiner, leaver] = await Promise.all(
    ['Rookie', 'FirstRung', 'Chooser', 'Joiner', 'Leaver'].map((name) => signUp(name)),
  )
  const people = {
    ...{ player: demo('player'), coach: demo('coach'), admin: demo('admin'), owner: demo('owner') },
    ...{ newcomer, beginner, chooser, joiner, leaver, joined: demo('rampriot') },
  } as Record<(typeof roles)[number], { email: string; password: string }>

  const states = { visitor: { cookies: [], origins: [] } as State, applicant: await applicantsState(url) } as Record<
    Role,
    State
  >
  const tokens = {} as Record<(typeof roles)[number], string>
  const ids = {} as Record<(typeof roles)[number], string>
  for (const role of roles) {
    const { email } = people[role]
    type Entered = { token: string; user: { id: string } }
    const { token, user } = await call<Entered>('POST', '/api/auth/login', '', {
      email,
      password: people[role].password,
    })
    tokens[role] = token
    ids[role] = user.id
    states[role] = stateOf(url, { auth_token: token, user: JSON.stringify(user) })
  }
  states.admin = await adminsState(url, states.admin, tokens.admin)

  const begun = await book(beginner!.token, 'RampRiot')
  const calledOff = await book(chooser!.token, 'VexFlip')
  await call('POST', `/api/bookings/${calledOff}/call-off`, tokens.coach, { reason: 'ill' })
  const soon = await book(joiner!.token, 'RampRiot')
  await beginSession(soon, 5)
  const mine = await call<MySession[]>('GET', '/api/bookings/mine', tokens.player)
  const next = mine.find(({ status }) => status === 'confirmed')!.id
  const last = mine.find(({ status, coachName }) => status === 'completed' && coachName === 'VexFlip')!.id
  const paid = await outside.pay(tokens.player, 'VexFlip')
  /** A booking whose thread has 400 messages. */
  async function writeMuch(): Promise<string> {
    const bookingId = await book(tokens.player, 'VexFlip')
    for (let n = 1; n <= 400; n++)
      await call('POST', '/api/messages', n % 2 ? tokens.player : tokens.coach, { bookingId, content: `Message ${n}.` })
    return bookingId
  }
  return { writeMuch, states, ids, begun, calledOff, soon, next, last, paid, applied: applicant.applicantEmail }
}

const applicant = {
  applicantName: 'Flipside',
  applicantEmail: aNewcomer().email,
  gameExpertise: 'both',
  currentRank: 'Grand Champion II',
  coachingExperience: 'Three years of replay reviews.',
  whyCoach: 'I like it when something clicks.',
  availability: 'Weekday evenings',
}

/** The browser that applied may read the application. */
async function applicantsState(url: string): Promise<State> {
  return afterPost(url, '/api/coach-applications', applicant)
}

/** The admin area has a cookie of its own, and the browser keeps who is in it. */
async function adminsState(url: string, { origins }: State, token: string): Promise<State> {
  const body = { email: 'admin@demo.test', name: 'Demo Admin' }
  const { cookies } = await afterPost(url, '/api/admin/login', body, token)
  const kept = stateOf(url, { adminEmail: body.email, adminName: body.name })
  return {
    cookies,
    origins: [{ ...origins[0]!, localStorage: [...origins[0]!.localStorage, ...kept.origins[0]!.localStorage] }],
  }
}

async function afterPost(url: string, path: string, data: object, token?: string): Promise<State> {
  const browser = await request.newContext({ baseURL: url })
  try {
    const answer = await browser.post(path, { data, ...(token && { headers: { authorization: `Bearer ${token}` } }) })
    if (!answer.ok()) throw new Error(`POST ${path}: ${answer.status()} ${await answer.text()}`)
    return await browser.storageState()
  } finally {
    await browser.dispose()
  }
}

function stateOf(origin: string, kept: Record<string, string>): State {
  return {
    cookies: [],
    origins: [{ origin, localStorage: Object.entries(kept).map(([name, value]) => ({ name, value })) }],
  }
}
