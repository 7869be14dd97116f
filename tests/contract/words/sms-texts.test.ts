import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { smsAnswers } from '#src/features/notifications/server/incoming-sms.ts'
import { lateRefundSms } from '#src/features/payments/server/late-refund.ts'
import { templatesFor } from '#src/screens/admin-sms/sms-templates.ts'
import { countSegments } from '#src/shared/text/sms-text.ts'

// Every SMS that we write is one, in the alphabet of every phone, also with the longest names (SMS-3).
const customerName = 'Zoë “Ąžuolas” von und zu Hohenstaufen-Łękawica the Third 🎮'
const env = {
  baseUrl: 'https://www.levelup-coaching.example',
  seller: { name: null, address: null, taxId: null, email: 'hello@levelup-coaching.example' },
}

/** What sends SMS, by the file and how often it says so: a new one proves here that its text is one SMS. */
const senders = {
  'src/features/bookings/server/notices/tell.ts': 1,
  'src/features/payments/server/late-refund.ts': 1,
  // What staff typed goes as it was typed.
  'src/features/messages/server/staff-sms.ts': 1,
}

test('what answers an SMS, what tells of a late payment, and what staff start one from', () => {
  const names = ['Rimshot', customerName, '김', 'x'.repeat(80)]
  const types = ['Customer booking', 'Coach application'] as const
  const templates = names.flatMap((name) => types.flatMap((type) => templatesFor({ name, type })))
  const texts = [...Object.values(smsAnswers(env)), lateRefundSms({ amount: 99_999_99 })]
  for (const text of [...templates.map(({ text }) => text), ...texts])
    expect(describe(text)).toEqual({ text, segments: 1, isBasic: true })
})

test('nothing else sends SMS', () => {
  const found = globSync('src/**/*.ts').flatMap((path) => {
    const source = readFileSync(path, 'utf8').replace(/function queue\w*Sms\(/g, '')
    const calls = source.match(/\bqueue\w*Sms\(/g)?.length ?? 0
    return calls > 0 && !path.endsWith('.test.ts') ? [[path, calls]] : []
  })
  expect(Object.fromEntries(found)).toEqual(senders)
})

const describe = (text: string) => ({ text, ...countSegments(text) })
