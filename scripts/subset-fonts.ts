import { mkdir, readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

/*
 * Cuts the two type faces down to what nearly every page shows, a third of their size: `npm run fonts` writes
 * src/ui/fonts, which is committed. theme.css names the same characters and loads the whole faces for any other.
 */

const ascii = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join('')
const characters = `${ascii}\u00a0·×–—‘’“”•…−`

type Face = { source: string; target: string; variationAxes: Record<string, { min: number; max: number }> }

const faces: Face[] = [
  {
    source: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
    target: 'archivo.woff2',
    variationAxes: { wdth: { min: 108, max: 125 }, wght: { min: 650, max: 800 } },
  },
  {
    source: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    target: 'inter.woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  },
]

const folder = new URL('../src/ui/fonts/', import.meta.url)
await mkdir(folder, { recursive: true })
for (const { source, target, variationAxes } of faces) {
  const whole = await readFile(new URL(import.meta.resolve(source)))
  const part = await subsetFont(whole, characters, { targetFormat: 'woff2', variationAxes })
  await writeFile(new URL(target, folder), part)
  console.log(`${target.padEnd(14)} ${(whole.length / 1000).toFixed(1)} kB -> ${(part.length / 1000).toFixed(1)} kB`)
}
