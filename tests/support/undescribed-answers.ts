import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'

/** Statuses any call can answer with: not modified, too large, not JSON, and server errors. */
const unsaid = [304, 413, 415, 500]

type Content = Record<string, { schema: object }>
type Description = { paths: Record<string, Record<string, { responses: Record<string, { content: Content }> }>> }

/** All apps describe the same calls; shared by the test files of a worker. */
const validators = new Map<string, ValidateFunction | null>()
let ajv: Ajv2020 | undefined

/** Checks every answer from now on; the returned list collects those missing in the API's description. */
export function undescribedAnswers(http: FastifyInstance): string[] {
  const faults: string[] = []
  http.addHook('onSend', (request, reply, payload, done) => {
    const { call } = request.routeOptions.config
    const isBare = request.method === 'HEAD' || reply.hasHeader('content-encoding')
    if (call && !isBare && !unsaid.includes(reply.statusCode)) {
      const type = String(reply.getHeader('content-type')).split(';')[0]!
      const where = [call.path.replace(/:(\w+)/g, '{$1}'), call.method.toLowerCase(), reply.statusCode, type]
      const fault = findFault(http, where.map(String), payload)
      if (fault) faults.push(`${where.join(' ')}: ${fault}`)
    }
    done(null, payload)
  })
  return faults
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
  const description = http.swagger() as unknown as Description
  const content = description.paths[path!]?.[method!]?.responses[status!]?.content[type!]
  if (!content) return null
  // The patterns beside them say what formats say.
  ajv ??= new Ajv2020({ strict: false, validateFormats: false }).addSchema(description, 'api')
  const pointer = ['paths', path!, method!, 'responses', status!, 'content', type!, 'schema'].map((part) =>
    part.replaceAll('~', '~0').replaceAll('/', '~1'),
  )
  return ajv.getSchema(`api#/${pointer.map(encodeURIComponent).join('/')}`) ?? null
}
