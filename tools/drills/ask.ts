/** An answer of the app with its time in milliseconds; status 599 when the connection broke. */
export type Answer<T> = { status: number; body: T; took: number }

/** Sends JSON to `url`; never throws. */
export async function ask<T = unknown>(method: string, url: string, body?: object, token?: string): Promise<Answer<T>> {
  const began = performance.now()
  const answer = (status: number, json: unknown) => ({ status, body: json as T, took: performance.now() - began })
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
    return answer(response.status, await response.json())
  } catch {
    return answer(599, null)
  }
}

export type Hour = { date: string; time: string; state: string }
export type Intent = { paymentIntentId: string; clientSecret: string }

/** The free hours of a coach for a service of 60 minutes, day by day. */
export async function freeDays(url: string, coachId: string): Promise<Hour[][]> {
  const { body } = await ask<{ days: { hours: Hour[] }[] }>(
    'GET',
    `${url}/api/free-hours?serviceId=1on1-basic&game=both&coachId=${coachId}`,
  )
  return body.days.map(({ hours }) => hours.filter(({ state }) => state === 'free'))
}

/** Asks for a coach's hour; `dollars` is the price the player was shown. */
export function order(
  url: string,
  token: string,
  { coachId, serviceId, dollars, hour }: { coachId: string; serviceId: string; dollars: number; hour: Hour },
): Promise<Answer<Intent>> {
  const metadata = { serviceId, coachId, game: 'both', selectedDate: hour.date, selectedTime: hour.time }
  return ask('POST', `${url}/api/create-payment-intent`, { amount: dollars, metadata }, token)
}

/** A random number from 0 to 1 at each call, the same ones again for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `SEED` of the environment, or a fresh one; printed, so that a run can be repeated. */
export function printSeed(): number {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 30))
  console.info(`SEED=${seed}`)
  return seed
}
