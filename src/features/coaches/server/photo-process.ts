import path from 'node:path'
import { Invalid } from '#src/platform/http/errors.ts'
import { runApart } from '#src/platform/run-apart.ts'

/** Its source stands beside this file, as does its bundle beside the one that this file ends up in. */
const script = path.join(import.meta.dirname, `draw-photo${path.extname(import.meta.filename)}`)

/** How `draw-photo.ts` ends when it refuses. */
const refusal = 2

/**
 * Redraws a photo from a picture file, in a process of its own: what a decoder takes, or does, with a stranger's bytes stays there. Throws
 * `Invalid`; `onFailure` hears why when that process died or took too long.
 */
export async function drawPhoto(file: Buffer, onFailure: (error: Error) => void): Promise<Buffer> {
  try {
    return await runApart(script, file)
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr: Buffer }
    if (code === refusal) throw new Invalid({ photo: stderr.toString() })
    onFailure(error as Error)
    throw new Invalid({ photo: 'We could not draw this picture. Please choose another one, or make it smaller.' })
  }
}
