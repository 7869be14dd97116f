import { expect, test } from 'vitest'
import { localPath } from './local-path.ts'

test.each(['/', '/owner', '/applicant-chat?email=a%40b.test#top', '/sessions?next=//x.test'])('keeps %j', (path) => {
  expect(localPath(path)).toBe(path)
})

test.each([
  ...[undefined, null, ['/owner'], '', 'owner', 'https://x.test/', 'javascript:alert(1)'],
  ...['//x.test', '/\\x.test', '/\t/x.test', '/\n\\x.test', '/.//x.test', '/a/..//x.test', '/%2e//x.test', '//['],
])('refuses %j', (next) => {
  expect(localPath(next)).toBeNull()
})
