import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import type { Booking } from '#src/features/bookings/contract.ts'
import { freePort, isReady, startArguments } from '../support/fresh-app.ts'
import { payByCard } from '../support/pay.ts'
import { basic } from '../support/prices.ts'

/**
 * The promise "paid means booked, exactly once, even if the server dies half-way", against real processes: players book
 * while the app and its database are killed, then both start again on the same folder.
 */
const root = path.join(import.meta.dirname, '../..')
let app: ChildProcess | undefined
let dataDir = ''

afterAll(async () => {
  if (app && app.exitCode === null && app.signalCode === null) {
    app.kill('SIGTERM')
    await once(app, 'exit')
  }
  await rm(dataDir, { recursive: true, force: true })
})

async function start(port: number): Promise<string> {
  const url = `http://127.0.0.1:${port}`
  app = spawn(process.execPath, startArguments(), {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'fatal' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await isReady(url))) {
    if (app.exitCode !== null) throw new Error('the app did not start')
    await sleep(50)
  }
  return url
}

async function send<T>(url: string, method: string, body?: object, token?: string): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: body && JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.json() as Promise<T>
}

type Free = { days: { hours: { date: string; time: string; state: string }[] }[] }
type Paid = { paymentIntentId: string; clientSecret: string }

/** One player books hour after hour until the server is gone; notes what the server acknowledged. */
async function keepBooking(url: string, name: string, acknowledged: string[]): Promise<void> {
  try {
    const account = { name, email: `${name}@kill.test`, password: 'shy-otter-1', confirmPassword: 'shy-otter-1' }
    const { token } = await send<{ token: string }>(`${url}/api/auth/signup`, 'POST', account)
    const free = await send<Free>(`${url}/api/free-hours?serviceId=1on1-basic&game=both`, 'GET')
    const hours = free.days.flatMap((day) => day.hours).filter((hour) => hour.state === 'free')
    for (const hour of hours) {
      const metadata = { serviceId: '1on1-basic', game: 'both', selectedDate: hour.date, selectedTime: hour.time }
      const intent = await send<Paid>(
        `${url}/api/create-payment-intent`,
        'POST',
        { amount: basic.decimal, metadata },
        token,
      ).catch((error: Error) => {
        if (error.message.startsWith('409')) return null
        throw error
      })
      if (!intent) continue
      await payByCard(url, intent)
      const { booking } = await send<{ booking: Booking }>(`${url}/api/booking-confirmation`, 'POST', intent, token)
      acknowledged.push(booking.id)
    }
  } catch {
    // The server died under us: that is the point.
  }
}

test('after kill -9 of the app and its database in the middle of bookings, everything acknowledged is there, and every paid intent is booked once', async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'level-up-kill-'))
  const port = await freePort()
  const url = await start(port)
  const acknowledged: string[] = []
  const players = Array.from({ length: 8 }, (_, i) => keepBooking(url, `player${i}`, acknowledged))
  while (acknowledged.length < 30) await sleep(20)

  const postmaster = Number(readFileSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
  app!.kill('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  await Promise.all([once(app!, 'exit'), ...players])

  await start(port)
  const { token } = await send<{ token: string }>(`${url}/api/auth/login`, 'POST', {
    email: 'owner@demo.test',
    password: 'levelup-demo',
  })
  const listAll = async () => {
    const all: Booking[] = []
    for (let next: string | undefined = '/api/bookings'; next; ) {
      const response: Response = await fetch(url + next, { headers: { authorization: `Bearer ${token}` } })
      all.push(...((await response.json()) as Booking[]))
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    }
    return all
  }
  const ids = new Set((await listAll()).map((booking) => booking.id))
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])

  const ledger = new DatabaseSync(path.join(dataDir, 'sandbox.sqlite'), { readOnly: true })
  const objects = ledger.prepare("select body from objects where kind = 'payment_intent'").all() as { body: string }[]
  const paid = objects
    .map((row) => JSON.parse(row.body) as { id: string; status: string })
    .filter((intent) => intent.status === 'succeeded')
  ledger.close()
  expect(paid.length).toBeGreaterThanOrEqual(acknowledged.length)
  const unbooked = async () => {
    const booked = (await listAll()).map((booking) => booking.paymentId)
    expect(new Set(booked).size).toBe(booked.length)
    return paid.filter((intent) => !booked.includes(intent.id)).length
  }
  await expect.poll(unbooked, { timeout: 40_000, interval: 500 }).toBe(0)
}, 90_000)
