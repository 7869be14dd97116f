import { expect, test } from 'vitest'
import { emailSchema } from './fields.ts'

test.each([
  'nobody',
  'иван@почта.рф',
  'a..b@example.com',
  '.a@example.com',
  `${'a'.repeat(65)}@example.com`,
  'a@b',
  'a b@example.com',
  'a@exa mple.com',
  'a@example.com/path',
  'a@example.com:25',
  'a@example.com?x=1',
  'a@ex%61mple.com',
  'a@127.0.0.1',
  'a@0x7f.1',
  'a@[::1]',
  'a@-example.com',
  'a@example..com',
  'a@@example.com',
  'a@example.com, b@example.com',
  '<a@example.com>',
  'a@example.com\r\nBcc: b@example.com',
  `${'a'.repeat(250)}@example.com`,
])('%s is no address', (typed) => {
  expect(emailSchema.safeParse(typed).success).toBe(false)
})
