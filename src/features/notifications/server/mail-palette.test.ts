import { expect, test } from 'vitest'
import { palette } from './mail-palette.ts'

/** The relative luminance of a colour (WCAG 2.2). */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(text: string, back: string): number {
  const [dark, bright] = [luminance(text), luminance(back)].sort((a, b) => a - b) as [number, number]
  return (bright + 0.05) / (dark + 0.05)
}

test('all text of a mail can be read on its background, light and dark', () => {
  const { light, dark, ink, signal } = palette
  const pairs = [light, dark].flatMap(({ text, faint, card, page }) => [
    [text, card],
    [faint, card],
    [faint, page],
  ])
  const poor = [...pairs, [ink, signal], ['#ffffff', ink]].filter(([text, back]) => contrast(text!, back!) < 4.5)
  expect(poor).toEqual([])
})
