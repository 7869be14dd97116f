import { mkdir, readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

/*
 * Cuts the type faces down to what nearly every page shows: `npm run fonts` writes
 * src/ui/fonts and src/web/server/pictures, which are committed. theme.css names the same characters and loads the whole faces
 * for any other.
 */

const ascii = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join('')
const characters = `${ascii}\u00a0·×–—‘’“”•…−`

const latin = characters + Array.from({ length: 0x60 }, (_, i) => String.fromCharCode(0xa0 + i)).join('')

type Axis = number | { min: number; max: number }
type Face = {
  source: string
  /** Relative to `src`. */
  target: string
  characters: string
  variationAxes: Record<string, Axis>
}

const archivo = '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'

// One width and weight each: two such faces weigh two thirds of one that holds all between.
const faces: Face[] = [
  {
    source: archivo,
    target: 'ui/fonts/display.woff2',
    characters,
    variationAxes: { wdth: 125, wght: 800 },
  },
  {
    source: archivo,
    target: 'ui/fonts/label.woff2',
    characters,
    variationAxes: { wdth: 108, wght: 675 },
  },
  {
    source: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    target: 'ui/fonts/inter.woff2',
    characters,
    variationAxes: { wght: { min: 400, max: 700 } },
  },
  // For the pictures that links show when shared.
  {
    source: archivo,
    target: 'web/server/pictures/display.ttf',
    characters: latin,
    variationAxes: { wdth: 125, wght: 800 },
  },
  {
    source: archivo,
    target: 'web/server/pictures/text.ttf',
    characters: latin,
    variationAxes: { wdth: 108, wght: 650 },
  },
]

const folder = new URL('../../src/', import.meta.url)
for (const { source, target, characters, variationAxes } of faces) {
  const whole = await readFile(new URL(import.meta.resolve(source)))
  const targetFormat = target.endsWith('.ttf') ? 'truetype' : 'woff2'
  const part = await subsetFont(whole, characters, { targetFormat, variationAxes })
  const file = new URL(target, folder)
  await mkdir(new URL('.', file), { recursive: true })
  await writeFile(file, part)
  console.log(`${target.padEnd(26)} ${(whole.length / 1000).toFixed(1)} kB -> ${(part.length / 1000).toFixed(1)} kB`)
}
