import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Process<Message> = { pid: number; message: Message; child: ChildProcess; stop(): Promise<void> }

/** The options of Node that `npm start` sets. */
export function startOptions(): string[] {
  return readFileSync(path.join(import.meta.dirname, '../scripts/serve.sh'), 'utf8').match(/--\S+/g) ?? []
}

/**
 * Starts a file of this folder in a process of its own and waits for its first message. Throws when it ends before.
 * `logFile` receives its standard output.
 */
export async function start<Message>(
  file: string,
  settings: Record<string, string> = {},
  nodeOptions: string[] = [],
  logFile?: string,
): Promise<Process<Message>> {
  const log = logFile ? openSync(logFile, 'w') : null
  const child = fork(path.resolve(import.meta.dirname, file), {
    // No settings of the caller's: nothing here may reach a real database or card.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    execArgv: nodeOptions,
    stdio: ['ignore', log ?? 'inherit', 'inherit', 'ipc'],
  })
  if (log) closeSync(log)
  const exited = once(child, 'exit')
  const message = await Promise.race([once(child, 'message'), exited.then(() => null)])
  if (!message) throw new Error(`${file} did not start; see its messages above.`)
  return {
    pid: child.pid!,
    message: message[0] as Message,
    child,
    async stop() {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}

/** For the other side of `start`: ends this process when the one that started it lets go of it. */
export function endWithParent(close: () => Promise<unknown> = async () => {}): void {
  process.on('disconnect', () => void close().finally(() => process.exit()))
  // Ctrl-C goes to the whole group; the parent says when it is time.
  process.on('SIGINT', () => {})
}

/** Processor time that processes have used so far, in milliseconds, with that of the children they waited for. */
export function cpuOf(...pids: number[]): number {
  const ticks = pids.flatMap((pid) => {
    let stat: string
    try {
      stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    } catch {
      // It has just ended: its time counts as that of its parent's children.
      return []
    }
    const fields = stat.split(') ')[1]!.split(' ')
    // utime, stime, cutime and cstime of proc(5), in hundredths of a second.
    return fields.slice(11, 15).map(Number)
  })
  return ticks.reduce((sum, each) => sum + each, 0) * 10
}

/** Processor time of the whole machine so far, of all cores together: at work, and at rest; in milliseconds. */
export function coresOf(): { busy: number; idle: number } {
  // user, nice, system, idle, iowait, irq, softirq and steal of proc(5), in hundredths of a second.
  const all = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/\s+/).slice(1, 9).map(Number)
  const idle = all[3]! + all[4]!
  return { idle: idle * 10, busy: all.reduce((sum, each) => sum + each, -idle) * 10 }
}

/** A PostgreSQL server and the processes of its connections. */
export function withChildren(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

/** Memory that a process holds, in MB. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
}
