import { expect, test } from 'vitest'
import { linkParts } from './portfolio-links.tsx'

const linksIn = (text: string) => linkParts(text).flatMap(({ href }) => href ?? [])

test('web addresses become links, and nothing of the text is lost', () => {
  const text = 'Clips: https://clips.test/a?b=1, HTTP://old.test\nand my profile on ballchasing'
  expect(linksIn(text)).toEqual(['https://clips.test/a?b=1', 'HTTP://old.test'])
  expect(
    linkParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>',
  'javascript:alert(1)//nothttp:/x',
  'ftp://files.test',
  'clips.test/a',
  'http://',
])('%s stays text', (text) => {
  expect(linksIn(text)).toEqual([])
})
