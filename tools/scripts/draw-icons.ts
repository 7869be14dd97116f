import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { root } from '#src/platform/root.ts'

/*
 * Draws the icons that browsers and phones ask for from `public/favicon.svg`; run it when that changes. `npm run icons`
 */

const folder = `${root}/public`
const rounded = await readFile(`${folder}/favicon.svg`, 'utf8')
const mark = /<path.*\/>/.exec(rounded)?.[0]
if (!mark) throw new Error('favicon.svg has no path')

/** The mark on a whole square, since phones round the corners themselves; `scale` shrinks it towards the middle. */
function square(scale: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#0c0f15"/><g transform="translate(16 16) scale(${scale}) translate(-16 -16)">${mark}</g></svg>`
}

async function draw(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 72 * (size / 32) })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
}

/** An ICO file of these pictures, PNG each: a header, a directory, the pictures. */
function ico(pictures: { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length
  for (const [i, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * i
    header.writeUInt8(size, at)
    header.writeUInt8(size, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(png.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)])
}

await writeFile(`${folder}/apple-touch-icon.png`, await draw(square(0.9), 180))
await writeFile(`${folder}/icon-192.png`, await draw(rounded, 192))
await writeFile(`${folder}/icon-512.png`, await draw(rounded, 512))
// What may be cut off leaves a circle of four fifths.
await writeFile(`${folder}/icon-maskable-512.png`, await draw(square(0.75), 512))
const small = await Promise.all([16, 32, 48].map(async (size) => ({ size, png: await draw(rounded, size) })))
await writeFile(`${folder}/favicon.ico`, ico(small))
