import unhomoglyph from 'unhomoglyph'
import { expect, test } from 'vitest'
import { namesBusiness } from './our-name.ts'

test('every sign that Unicode calls a look-alike of a letter of our name passes for it', () => {
  const letters = 'levelup'
  const skeletons = new Map([...letters].map((letter) => [letter, [letter, letter.toUpperCase()].map(unhomoglyph)]))
  const missed: string[] = []
  for (let point = 0x21; point < 0x20000; point++) {
    const sign = point >= 0xd800 && point < 0xe000 ? '' : String.fromCodePoint(point)
    for (const [letter, looks] of skeletons)
      if (sign && looks.includes(unhomoglyph(sign)) && !namesBusiness(letters.replaceAll(letter, sign)))
        missed.push(`${sign} for ${letter}`)
  }
  expect(missed).toEqual([])
})
