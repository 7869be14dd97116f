import type { FastifyInstance } from 'fastify'
import { Invalid } from './errors.ts'

/** A coach's hours, the largest of our forms, has some 1,200. */
const mostParts = 5_000
const deepest = 20

/**
 * Answers 400 to input that no schema should look at: NUL (PostgreSQL cannot store it) and lone surrogates (they would
 * change into other text) anywhere, lists in lists without end, thousands of keys. The answer names the outermost key.
 * Register after `enforceLimits`, so that what is refused here has been counted.
 */
export function refuseUnreadable(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    for (const input of ['body', 'query', 'params'] as const) look(request[input], input)
    done()
  })
}

function look(input: unknown, name: string): void {
  let parts = 0
  const lookAt = (value: unknown, field: string, depth: number) => {
    if (depth > deepest) throw new Invalid({ [field]: 'The input is nested too deeply.' })
    if (++parts > mostParts) throw new Invalid({ [name]: 'The input has too many parts.' })
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed())
        throw new Invalid({ [field]: 'The input contains characters that are not text.' })
    } else if (value && typeof value === 'object' && !Buffer.isBuffer(value)) {
      for (const [key, part] of Object.entries(value)) {
        lookAt(key, field, depth + 1)
        lookAt(part, depth === 0 && key ? key : field, depth + 1)
      }
    }
  }
  lookAt(input, name, 0)
}
