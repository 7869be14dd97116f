import { text } from 'node:stream/consumers'
import sharp from 'sharp'

/* A process of its own (`routes.ts` starts it): it reads an SVG from its standard input and writes it as PNG to its standard output. */

sharp.concurrency(1)
sharp.cache(false)
const svg = await text(process.stdin)
// A photo in it is WebP, which the reader of SVGs does not know.
const [photo = '', bytes] = /data:image\/webp;base64,([^"]+)/.exec(svg) ?? []
const png = bytes ? await sharp(Buffer.from(bytes, 'base64')).png().toBuffer() : null
const readable = png ? svg.replace(photo, `data:image/png;base64,${png.toString('base64')}`) : svg
process.stdout.write(await sharp(Buffer.from(readable)).png({ palette: true }).toBuffer())
