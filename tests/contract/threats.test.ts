import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestApp } from '../support/app.ts'

/** Calls that are not in the OpenAPI document: no JSON for the browser's code, but doors nevertheless. */
const hiddenCalls = [
  'GET /api/login',
  'GET /api/openapi.json',
  'GET /api/health',
  'GET /api/ready',
  'GET /api/messages/live',
  'POST /api/webhooks/stripe',
  'POST /mail-preferences',
  'POST /api/webhooks/sms',
  'POST /api/webhooks/sms-status/:deliveryId',
]

// What else docs/security.md promises is looked up by tools/scripts/check-documents.ts.
test('docs/security.md says of every call once what threatens it, and of none that does not exist', async () => {
  const app = await startTestApp()
  const served = Object.entries(app.app.http.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods!).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  await app.close()
  const [, calls] = readFileSync('docs/security.md', 'utf8').split(/^#+ Calls$/m)
  const rows = calls!
    .split(/^#/m)[0]!
    .split('\n')
    .filter((line) => line.startsWith('| '))
  const named = rows.flatMap((row) => [...row.split(' | ')[0]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))
  expect(served.length).toBeGreaterThan(80)
  expect(named.sort()).toEqual([...served, ...hiddenCalls].sort())
})
