import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What Linux lets the process set aside for data, in KiB: Node does so with 600 MB that it never touches. */
const maxMemory = 1_000_000

/** Milliseconds: the largest photo takes one or two seconds. */
const timeoutMs = 10_000

/**
 * Runs a script in a process of its own that ends with it, passes it `input` on its standard input, and returns what it
 * writes to its standard output. What is drawn there leaves no memory behind here, and finds no secret of ours. Throws the
 * error of `execFile`, with exit code and standard error, when the process fails or takes longer than 10 s.
 */
export async function runApart(script: string, input: Buffer | string): Promise<Buffer> {
  // Whoever waits for a page comes before whoever waits for a picture.
  const limited = `ulimit -d ${maxMemory} 2>/dev/null; exec nice -n 5 "$0" "$@"`
  const running = run('/bin/sh', ['-c', limited, process.execPath, script], {
    encoding: 'buffer',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: 4 * 1024 * 1024,
    env: {},
  })
  // It may end before it has read all: how it ended says why.
  running.child.stdin?.on('error', () => {}).end(input)
  return (await running).stdout
}
