import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'
import { root } from '#src/platform/root.ts'

/** `display` is wide and heavy. */
type Face = 'display' | 'text'

export type Lettering = { face: Face; size: number; fill: string }

/**
 * A line of text as SVG outlines, with its baseline starting at `x`, `y`; with `maxWidth` it is shrunk to fit. Sizes in
 * pixels. Outlines need no fonts at the viewer's. Characters outside Latin are left out.
 */
export function line(text: string, x: number, y: number, { face, size, fill }: Lettering, maxWidth = Infinity): string {
  const width = widthOf(text, { face, size })
  const scale = (size * Math.min(1, maxWidth / width)) / fontOf(face).unitsPerEm
  let at = 0
  const glyphs = layout(text, face).map(({ d, advance }) => {
    const glyph = `<path transform="translate(${at} 0)" d="${d}"/>`
    at += advance
    return glyph
  })
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})" fill="${fill}">${glyphs.join('')}</g>`
}

/** The width of a line of text, in pixels. */
export function widthOf(text: string, { face, size }: Pick<Lettering, 'face' | 'size'>): number {
  const units = layout(text, face).reduce((sum, { advance }) => sum + advance, 0)
  return (units * size) / fontOf(face).unitsPerEm
}

/** Wraps text into lines no wider than `maxWidth` pixels, at most `maxLines`; longer text ends in `…`. */
export function wrap(text: string, style: Lettering, maxWidth: number, maxLines: number): string[] {
  const lines: string[] = []
  let rest = text.split(/\s+/)
  while (rest.length && lines.length < maxLines) {
    let count = rest.length
    while (count > 1 && widthOf(rest.slice(0, count).join(' '), style) > maxWidth) count -= 1
    lines.push(rest.slice(0, count).join(' '))
    rest = rest.slice(count)
  }
  if (rest.length) lines[lines.length - 1] += '…'
  return lines
}

function layout(text: string, face: Face): { d: string; advance: number }[] {
  const { glyphs, positions } = fontOf(face).layout(text)
  return glyphs
    .map((glyph, i) => ({ id: glyph.id, d: glyph.path.toSVG(), advance: positions[i]?.xAdvance ?? 0 }))
    .filter((glyph) => glyph.id !== 0)
}

const fonts: Partial<Record<Face, Font>> = {}

/** Loaded on first use: the font parser holds 30 MB. */
function fontOf(face: Face): Font {
  const { create } = createRequire(import.meta.url)('fontkit') as typeof import('fontkit')
  fonts[face] ??= create(readFileSync(`${root}/src/web/server/pictures/${face}.ttf`)) as Font
  return fonts[face]
}
