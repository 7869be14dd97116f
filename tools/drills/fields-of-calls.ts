import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { ask } from './ask.ts'
import type { Books } from './books.ts'

export type Schema = {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}
type Operation = {
  parameters?: { in: string; name: string }[]
  requestBody?: { content: { 'application/json'?: { schema: Schema } } }
}
/** One field of a call's body, or one of its query's parameters (`schema` is null). */
export type Field = {
  method: string
  path: string
  headers: Record<string, string>
  name: string
  schema: Schema | null
}

/** Every field of every call of the contract, with the headers of somebody who may make the call. */
export async function fieldsOfCalls(url: string, books: Books): Promise<Field[]> {
  const staff = await aUser(books, { isOwner: true, isAdmin: true })
  const coach = await aUser(books)
  await aCoach(books, { userId: coach.id })
  const { body } = await ask<{ paths: Record<string, Record<string, Operation>> }>('GET', `${url}/api/openapi.json`)
  return Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([verb, { parameters = [], requestBody }]) => {
      const { token } = path.startsWith('/api/coach') ? coach : staff
      const call = {
        method: verb.toUpperCase(),
        path: path.replace(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000'),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      }
      const asked = parameters
        .filter((each) => each.in === 'query')
        .map(({ name }) => ({ ...call, name, schema: null }))
      const sent = Object.entries(requestBody?.content['application/json']?.schema.properties ?? {})
      return [...asked, ...sent.map(([name, schema]) => ({ ...call, name, schema }))]
    }),
  )
}
