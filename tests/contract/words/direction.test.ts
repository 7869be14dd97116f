import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('what people wrote, with its own lines, runs in the direction of its own letters', () => {
  const elements = globSync('src/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<\w+\s[^<>]*whitespace-pre-[^<>]*>/g)].map(([tag]) => `${file}: ${tag}`),
  )
  expect(elements.length).toBeGreaterThan(15)
  expect(elements.filter((element) => !element.includes('dir="auto"'))).toEqual([])
})
