import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'

type Content = Record<string, { schema: object }>
type Description = { paths: Record<string, Record<string, { responses: Record<string, { content: Content }> }>> }

/** All apps describe the same calls; shared by the test files of a worker. */
const validators = new Map<string, ValidateFunction | null>()
let description: Description | undefined
let ajv: Ajv2020 | undefined

/**
 * Checks every answer from now on; the returned list collects those missing in the API's description. Of a ready list it
 * sees the first answer, made by the route; those after it are the same bytes.
 */
export function undescribedAnswers(http: FastifyInstance): string[] {
  const faults: string[] = []
  http.addHook('onSend', (request, reply, payload, done) => {
    const { call } = request.routeOptions.config
    if (call && request.method !== 'HEAD' && reply.statusCode !== 304) {
      const type = String(reply.getHeader('content-type')).split(';')[0]!
      const where = [call.path.replace(/:(\w+)/g, '{$1}'), call.method.toLowerCase(), reply.statusCode, type]
      const fault = findFault(http, where.map(String), decoded(payload, reply.getHeader('content-encoding')))
      if (fault) faults.push(`${where.join(' ')}: ${fault}`)
    }
    done(null, payload)
  })
  return faults
}

function decoded(payload: unknown, encoding: unknown): unknown {
  if (encoding === 'br') return brotliDecompressSync(payload as Buffer)
  return encoding === 'gzip' ? gunzipSync(payload as Buffer) : payload
}

function findFault(http: FastifyInstance, where: string[], payload: unknown): string | null {
  const key = where.join(' ')
  if (!validators.has(key)) validators.set(key, validatorOf(http, where))
  const validate = validators.get(key)
  if (!validate) return 'is not described'
  // Files come as a stream.
  if (where.at(-1) !== 'application/json') return null
  return validate(JSON.parse(String(payload))) ? null : JSON.stringify(validate.errors)
}

function validatorOf(http: FastifyInstance, [path, method, status, type]: string[]): ValidateFunction | null {
  description ??= http.swagger() as unknown as Description
  const content = description.paths[path!]?.[method!]?.responses[status!]?.content[type!]
  if (!content) return null
  // The patterns beside them say what formats say.
  ajv ??= new Ajv2020({ strict: false, validateFormats: false }).addSchema(description, 'api')
  const pointer = ['paths', path!, method!, 'responses', status!, 'content', type!, 'schema'].map((part) =>
    part.replaceAll('~', '~0').replaceAll('/', '~1'),
  )
  return ajv.getSchema(`api#/${pointer.map(encodeURIComponent).join('/')}`) ?? null
}
