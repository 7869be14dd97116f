import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { Invalid } from '#src/server/errors.ts'

const run = promisify(execFile)

/** Its source stands beside this file, as does its bundle beside the one that this file ends up in. */
const script = path.join(import.meta.dirname, `draw-photo${path.extname(import.meta.filename)}`)

/** What Linux lets the process set aside for data, in KiB: Node does so with 600 MB that it never touches. */
const maxMemory = 1_000_000

/** Milliseconds: 24 megapixels take one or two seconds. */
const patience = 10_000

/** How `draw-photo.ts` ends when it refuses. */
const refusal = 2

/**
 * Draws a photo anew from a picture file, in a process of its own that ends with it: what a decoder takes, or does, with
 * a stranger's bytes stays there. Throws `Invalid`; `onFailure` hears why when that process died or took too long.
 */
export async function drawPhoto(file: Buffer, onFailure: (error: Error) => void): Promise<Buffer> {
  const limited = `ulimit -d ${maxMemory} 2>/dev/null; exec "$0" "$@"`
  const running = run('/bin/sh', ['-c', limited, process.execPath, '--max-old-space-size=64', script], {
    encoding: 'buffer',
    timeout: patience,
    killSignal: 'SIGKILL',
    maxBuffer: 4 * 1024 * 1024,
    // Nothing of ours, no secret above all.
    env: { MALLOC_ARENA_MAX: '1' },
  })
  // It may end before it has read all: how it ended says why.
  running.child.stdin!.on('error', () => {}).end(file)
  try {
    return (await running).stdout
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr: Buffer }
    if (code === refusal) throw new Invalid({ photo: stderr.toString() })
    onFailure(error as Error)
    throw new Invalid({ photo: 'We could not draw this picture. Please choose another one, or make it smaller.' })
  }
}
