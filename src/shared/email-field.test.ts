import { expect, test } from 'vitest'
import { emailSchema } from './fields.ts'

test.each([
  ['a&b@example.com', 'a&b@example.com'],
  ['x/y@example.com', 'x/y@example.com'],
  ['a.@docomo.example', 'a.@docomo.example'],
  ["o'brien+rl@mail.example.co.uk", "o'brien+rl@mail.example.co.uk"],
  [' Zoe@Example.COM ', 'zoe@example.com'],
  ['user@münchen.example', 'user@xn--mnchen-3ya.example'],
  ['user@MÜNCHEN.example', 'user@xn--mnchen-3ya.example'],
  ['user@mu\u0308nchen.example', 'user@xn--mnchen-3ya.example'],
  ['user@xn--mnchen-3ya.example', 'user@xn--mnchen-3ya.example'],
  ['иван@почта.рф', null],
  ['ivan@почта.рф', 'ivan@xn--80a1acny.xn--p1ai'],
  ['ivan@xn--e1afmkfd.xn--p1ai', 'ivan@xn--e1afmkfd.xn--p1ai'],
  ['aki@例え。テスト', 'aki@xn--r8jz45g.xn--zckzah'],
])('%s is kept as %s', (typed, kept) => {
  expect(emailSchema.safeParse(typed).data ?? null).toBe(kept)
})

test.each([
  'nobody',
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
