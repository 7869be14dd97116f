import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const source = path.join(import.meta.dirname, '../../src')

/** The module that makes all calls; asks for pages, never for calls; server code beside the pages it serves. */
const exempt = [
  'ui/call-api.ts',
  'ui/loading/missing-code.ts',
  'web/server/server.ts',
  'web/server/search-engines.ts',
  'web/server/pictures/routes.ts',
]

test('the browser calls the server through callApi only, and takes every address from a contract', () => {
  const files = (readdirSync(source, { recursive: true }) as string[]).filter(
    (file) =>
      /^(screens|shell|ui|web|features\/\w+\/web)\/.*\.tsx?$/.test(file) &&
      !/\.test\./.test(file) &&
      !exempt.includes(file),
  )
  expect(files.length).toBeGreaterThan(200)
  const faults = files.filter((file) =>
    /\bfetch\(|\bXMLHttpRequest\b|\bsendBeacon\b|['"`]\/api\//.test(readFileSync(path.join(source, file), 'utf8')),
  )
  expect(faults).toEqual([])
})
