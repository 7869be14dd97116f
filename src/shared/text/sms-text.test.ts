import { expect, test } from 'vitest'
import { countSegments, toBasic, toOneSms } from './sms-text.ts'

test.each([
  ['', 0],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  ['€'.repeat(80), 1],
  // 76 fit into the first: the 77th would be cut in half.
  ['€'.repeat(153), 3],
])('the basic alphabet: %#', (text, segments) => {
  expect(countSegments(text)).toEqual({ segments, isBasic: true })
})

test.each([
  ['ł'.repeat(70), 1],
  ['ł'.repeat(71), 2],
  [`${'a'.repeat(70)}’`, 2],
  ['🎮'.repeat(35), 1],
  // 33 whole ones fit into 67 places.
  ['🎮'.repeat(67), 3],
])('any other character: %#', (text, segments) => {
  expect(countSegments(text)).toEqual({ segments, isBasic: false })
})

test.each([
  ['5:00 PM – 6:00 PM, “Apex’s” hour… soon', '5:00 PM - 6:00 PM, "Apex\'s" hour... soon'],
  ['Zoë Gómez, Łukasz, Šárka, Þór, Çelik, œuf', 'Zoe Gomez, Lukasz, Sarka, Thor, Çelik, oeuf'],
  ['Zoe\u0308 in parts, Jose\u0301', 'Zoe in parts, José'],
  ['ＶＥＸ ﬁrst™ ½', 'VEX firstTM 1/2'],
  ['{a} [b] ~ € \\ ^ |\nnext', '{a} [b] ~ € \\ ^ |\nnext'],
  ['no\u00a0break\u202fhere\tor there', 'no break here or there'],
  ['Юра 김 👩🏽‍🚀 🇩🇪 ok', '??? ? ? ? ok'],
  ['a\u200bb', 'ab'],
])('%j in the alphabet of every phone', (text, basic) => {
  expect(toBasic(text)).toBe(basic)
  expect(countSegments(toBasic(text)).isBasic).toBe(true)
})

test('a text of ours is one SMS: the longest name in it is cut first, and what fits stays whole', () => {
  const write = (coach: string, place: string) =>
    `Level Up: ${coach} in 1 hour, Tue 9:00 PM (New York time). Discord: ${place}. Move or cancel: https://levelup.example/s/4KQ2TX STOP ends these SMS`
  const whole = write('VexFlip', 'vexflip')
  expect(toOneSms(whole, ['VexFlip', 'vexflip'])).toBe(whole)
  const [coach, place] = ['NachoBoostTheThirdee', 'nacho.boost.the.third.of.his.name']
  const short = toOneSms(write(coach, place), [coach, place])
  expect(short).toMatch(/^Level Up: NachoBoost\w*\.? in 1 hour, .+ Discord: nacho\.boost[\w.]*\. Move .+ these SMS$/)
  expect(countSegments(short)).toEqual({ segments: 1, isBasic: true })
  // Nothing but names is cut: a link or an hour would be of no use.
  const long = write('VexFlip', 'vexflip').padEnd(200, '!')
  expect(toOneSms(long, ['VexFlip'])).toBe(long.replace('VexFlip', 'VexFl.'))
})
