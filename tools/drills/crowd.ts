import { fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** `perSecond` requests a second, whether answers come or not: as crowds do. Or `clients` that each wait for their answer. */
export type Crowd = {
  url: string
  token: string
  seconds: number
  perSecond?: number
  clients?: number
  /** How gladly it lets other processes go first, 0 to 19; a crowd's own computing is no part of the load. */
  nice?: number
}

/** `at` in milliseconds since 1970; status 599 for a connection that broke, 0 for a request there was no socket for. */
export type CrowdAnswer = { at: number; status: number; took: number; retryAfter: boolean }

/** What people ask for, about as often as they do. */
const requests: { path: string; body?: object; signedIn?: boolean }[] = [
  { path: '/' },
  { path: '/coaches/vexflip' },
  { path: '/api/coaches' },
  { path: '/api/next-free-hours' },
  { path: '/api/free-hours?serviceId=1on1-basic&game=rocket-league' },
  { path: '/api/free-hours?serviceId=1on1-advanced&game=fortnite' },
  { path: '/api/auth/me', signedIn: true },
  { path: '/api/bookings/mine', signedIn: true },
  { path: '/api/create-payment-intent', body: { amount: 29 }, signedIn: true },
]
const mostWaiting = 2_000

/** Sends a crowd from a process of its own, so that what it measures is the app's time and not the drill's. */
export async function sendCrowd(crowd: Crowd): Promise<CrowdAnswer[]> {
  const child = fork(import.meta.filename, [JSON.stringify(crowd)])
  if (crowd.nice) os.setPriority(child.pid!, crowd.nice)
  const [answers] = (await once(child, 'message')) as [CrowdAnswer[]]
  return answers
}

if (import.meta.main) process.send!(await run(JSON.parse(process.argv[2]!)), () => process.exit())

async function run({ url, token, seconds, perSecond, clients = 0 }: Crowd): Promise<CrowdAnswer[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: mostWaiting })
  const answers: CrowdAnswer[] = []
  const until = Date.now() + seconds * 1_000
  let sent = Math.floor(Math.random() * requests.length)
  let waiting = 0

  async function askNext(): Promise<void> {
    const request = requests[sent++ % requests.length]!
    if (waiting >= mostWaiting) {
      answers.push({ at: Date.now(), status: 0, took: 0, retryAfter: false })
      return
    }
    waiting += 1
    answers.push(await ask(agent, url, token, request))
    waiting -= 1
  }
  async function keepAsking(): Promise<void> {
    while (Date.now() < until) await askNext()
  }

  await Promise.all(Array.from({ length: clients }, keepAsking))
  if (perSecond) {
    const began = Date.now()
    for (let due = 0; Date.now() < until; await sleep(5))
      for (; due < ((Date.now() - began) / 1_000) * perSecond; due++) void askNext()
    while (waiting > 0) await sleep(10)
  }
  return answers
}

function ask(
  agent: http.Agent,
  url: string,
  token: string,
  { path, body, signedIn }: (typeof requests)[number],
): Promise<CrowdAnswer> {
  const at = Date.now()
  const began = performance.now()
  const text = body && JSON.stringify(body)
  return new Promise((resolve) => {
    const done = (status: number, retryAfter = false) =>
      resolve({ at, status, retryAfter, took: performance.now() - began })
    const request = http.request(`${url}${path}`, {
      agent,
      method: body ? 'POST' : 'GET',
      headers: {
        ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...(signedIn && { authorization: `Bearer ${token}` }),
      },
    })
    request.on('error', () => done(599))
    request.on('response', (response) => {
      response.on('error', () => done(599))
      response.on('end', () => done(response.statusCode!, 'retry-after' in response.headers))
      response.resume()
    })
    request.end(text)
  })
}
