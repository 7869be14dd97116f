import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** How Node's programs reach other machines without an SDK; SDKs are kept outside by `dependency-cruiser.cjs`. */
const reaching =
  /(?<!\.)\b((globalThis\.)?fetch|https?\.(get|request)|(net|tls)\.connect|new WebSocket|dgram\.createSocket)\(/

test('only src/providers asks other servers, so no address that a person typed is ever fetched', () => {
  const files = globSync('src/**/*.ts', {
    exclude: ['src/{providers,sandbox,demo,ui,shell,screens}/**', 'src/**/web/**', 'src/**/*.test.ts'],
  })
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => reaching.test(readFileSync(file, 'utf8')))).toEqual([])
})
