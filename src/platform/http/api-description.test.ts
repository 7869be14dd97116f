import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { everyCall } from '#tests/support/every-call.ts'

type Operation = { operationId: string; tags: string[]; security: object[]; responses: Record<string, object> }
type Description = { openapi: string; servers: object[]; paths: Record<string, Record<string, Operation>> }

let app: TestApp
let description: Description
beforeAll(async () => {
  app = await startTestApp()
  description = (await app.app.http.inject('/api/openapi.json')).json()
})
afterAll(() => app.close())

// That it is true of the answers every test shows: `startTestApp` looks at each.
test('the API’s description is valid OpenAPI 3.1', async () => {
  expect(description.openapi).toBe('3.1.0')
  const { valid, errors } = await new Validator().validate(structuredClone(description))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('it names this server, and every declared call once, by its name and its noun', () => {
  expect(description.servers).toEqual([{ url: app.deps.env.baseUrl }])
  const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods))
  expect(operations).toHaveLength(everyCall().length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  expect(description.paths['/api/coaches']!.get).toMatchObject({ operationId: 'listCoaches', tags: ['coaches'] })
})

test('it says who is let in and how, and which refusals to expect', () => {
  const { get: coaches } = description.paths['/api/coaches']!
  expect(coaches!.security).toEqual([])
  expect(Object.keys(coaches!.responses)).toEqual(['200', '400', '500', '503'])
  const { patch: review } = description.paths['/api/coach-applications/{id}']!
  expect(review!.security).toEqual([{ bearer: [] }, { session: [] }, { adminSession: [] }])
  expect(Object.keys(review!.responses)).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '415',
    '429',
    '500',
    '503',
  ])
  const { get: exported } = description.paths['/api/bookings/export.csv']!
  expect(exported!.responses['200']).toMatchObject({ content: { 'text/csv': {} } })
  const { put: photo } = description.paths['/api/coach/photo']!
  expect(photo).toMatchObject({ requestBody: { content: { 'image/png': {} } } })
})
