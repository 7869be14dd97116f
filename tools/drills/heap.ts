import { setTimeout as sleep } from 'node:timers/promises'

/** Has a Node process of this machine collect its garbage, through its debugger on port 9229: V8 keeps it until it needs the room. */
export async function collectGarbage(pid: number): Promise<void> {
  process.kill(pid, 'SIGUSR1')
  let address: string | undefined
  for (let tries = 0; !address && tries < 50; tries++) {
    await sleep(100)
    const answer = await fetch('http://127.0.0.1:9229/json/list').catch(() => null)
    address = ((await answer?.json()) as [{ webSocketDebuggerUrl: string }] | undefined)?.[0].webSocketDebuggerUrl
  }
  if (!address) throw new Error(`the debugger of process ${pid} does not answer`)
  const socket = new WebSocket(address)
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  const collected = new Promise((resolve) => socket.addEventListener('message', resolve))
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  await collected
  socket.close()
}
