import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

/*
 * A process of its own (`photos.ts` starts it): it reads a picture from its standard input and writes the photo made of it
 * to its standard output. A refusal is exit code 2 and a sentence for the person on the standard error.
 */

/** The photo is a square of so many pixels. */
const side = 512

/** How many megapixels a picture may have; a small file can unpack to far more. */
const mostMegapixels = { plain: 50, heavy: 24, interlaced: 12 }

async function drawPhoto(): Promise<void> {
  const file = await buffer(process.stdin)
  // Nothing but its head is read yet.
  const { width, height, format, depth, isProgressive, orientation } = await sharp(file, {
    limitInputPixels: false,
  }).metadata()
  // WebP and interlaced pictures unpack all at once, others line by line.
  const isHeavy = format === 'webp' || depth !== 'uchar'
  const most = mostMegapixels[isProgressive ? 'interlaced' : isHeavy ? 'heavy' : 'plain']
  if (width * height > most * 1_000_000)
    refuse(`This picture has more than ${most} megapixels. Please choose a smaller one.`)
  // The middle square is the same however the picture is turned, and is turned when it is small: turning takes all of it.
  const square = await sharp(file, { limitInputPixels: most * 1_000_000, failOn: 'error' })
    .resize(side, side, { fit: 'cover' })
    .withMetadata({ orientation: orientation ?? 1 })
    .png()
    .toBuffer()
  process.stdout.write(await sharp(square).rotate().webp({ quality: 82 }).toBuffer())
}

function refuse(sentence: string): never {
  process.stderr.write(sentence)
  process.exit(2)
}

sharp.concurrency(1)
sharp.cache(false)
drawPhoto().catch(() => refuse('This is not a picture we can read. Please choose a JPEG, PNG or WebP file.'))
