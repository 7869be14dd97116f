import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

/*
 * A process of its own (`photos.ts` starts it): it reads a picture from its standard input and writes the photo made of it
 * to its standard output. A refusal is exit code 2 and a sentence for the person on the standard error.
 */

/** The photo is a square of so many pixels. */
const side = 512

/** 24 megapixels, what cameras make; a small file can unpack to far more. Interlaced ones unpack all at once. */
const maxPixels = 24_000_000
const maxInterlacedPixels = 4_000_000

async function drawPhoto(): Promise<void> {
  const file = await buffer(process.stdin)
  // Nothing but its head is read yet.
  const head = await sharp(file, { limitInputPixels: false }).metadata()
  const pixels = head.width * head.height
  if (pixels > maxPixels) refuse('This picture has more than 24 megapixels. Please choose a smaller one.')
  if (head.isProgressive && pixels > maxInterlacedPixels)
    refuse('This picture is interlaced (progressive) and has more than 4 megapixels. Please save it without that.')
  const photo = await sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
    .rotate()
    .resize(side, side, { fit: 'cover' })
    .webp({ quality: 82 })
    .toBuffer()
  process.stdout.write(photo)
}

function refuse(sentence: string): never {
  process.stderr.write(sentence)
  process.exit(2)
}

sharp.concurrency(1)
sharp.cache(false)
drawPhoto().catch(() => refuse('This is not a picture we can read. Please choose a JPEG, PNG or WebP file.'))
