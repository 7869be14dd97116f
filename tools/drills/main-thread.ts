import { readFileSync } from 'node:fs'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type App = { url: string; pid: number }
export type Request = { method: string; path: string; headers: Record<string, string>; body?: string }

/** The least processor time of the main thread that each of these requests takes, in milliseconds, asked in turns. */
export async function leastTimes(app: App, agent: http.Agent, requests: Request[], times: number): Promise<number[]> {
  const found = requests.map(() => Number.POSITIVE_INFINITY)
  for (let n = 0; n < times; n++)
    for (const [which, request] of requests.entries()) {
      const before = mainThread(app.pid)
      await send(app.url, agent, request)
      // What it does after the answer counts, too.
      await sleep(2)
      const cost = mainThread(app.pid) - before
      // Nothing: the kernel has not counted it yet.
      if (cost > 0) found[which] = Math.min(found[which]!, cost)
    }
  return found
}

/** Processor time of a process's main thread so far, in milliseconds: `/proc/PID/schedstat` counts nanoseconds. */
function mainThread(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

/** Whatever is answered, a closed connection too: only what it costs counts. */
function send(url: string, agent: http.Agent, { method, path, headers, body }: Request): Promise<void> {
  return new Promise((resolve) => {
    const request = http.request(url + path, { agent, method, headers })
    request.on('error', () => resolve())
    request.on('response', (response) =>
      response
        .on('end', resolve)
        .on('error', () => resolve())
        .resume(),
    )
    request.end(body)
  })
}
