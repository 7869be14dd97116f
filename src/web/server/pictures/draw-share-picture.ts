import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

/* A process of its own (`routes.ts` starts it): it reads an SVG from its standard input and writes it as PNG to its standard output. */

sharp.concurrency(1)
sharp.cache(false)
process.stdout.write(
  await sharp(await buffer(process.stdin))
    .png({ palette: true })
    .toBuffer(),
)
