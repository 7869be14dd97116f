import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const source = path.join(import.meta.dirname, '../../src')

// `src/ui`, which knows no call, holds what they are made with.
test('the browser calls the server through callApi only, and takes every address from a contract', () => {
  const files = (readdirSync(source, { recursive: true }) as string[]).filter(
    (file) => /^(screens|shell|web(?!\/server)|features\/\w+\/web)\/.*\.tsx?$/.test(file) && !/\.test\./.test(file),
  )
  expect(files.length).toBeGreaterThan(200)
  const faults = files.filter((file) =>
    /\bfetch\(|\bXMLHttpRequest\b|\bsendBeacon\b|['"`]\/api\//.test(readFileSync(path.join(source, file), 'utf8')),
  )
  expect(faults).toEqual([])
})
