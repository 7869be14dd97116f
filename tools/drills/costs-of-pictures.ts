import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { saveCoachPhoto } from '#src/features/coaches/contract.ts'
import type { Books } from './books.ts'
import { memoryOf } from './memory.ts'
import type { Finding } from './report.ts'

/** The dearest files that are taken: as many pixels as may be, as deep, and as large, as their kinds allow. */
export async function dearestFiles(): Promise<Record<string, Buffer>> {
  const [large, interlaced] = [
    { width: 8_600, height: 5_800 },
    { width: 4_000, height: 3_000 },
  ]
  const heavy = { width: 6_000, height: 4_000 }
  const plain = ({ width, height }: typeof large, alpha = true) =>
    sharp({ create: { width, height, channels: alpha ? 4 : 3, background: { r: 198, g: 255, b: 61, alpha: 0.5 } } })
  const noise = await sharp({
    create: { ...large, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .jpeg({ quality: 8 })
    .toBuffer()
  const turned = { orientation: 6 }
  return {
    'noise as JPEG': noise,
    'JPEG, turned': await plain(large, false).withMetadata(turned).jpeg().toBuffer(),
    'PNG, turned': await plain(large).withMetadata(turned).png().toBuffer(),
    'PNG of 16 bits, turned': await plain(heavy).toColourspace('rgb16').withMetadata(turned).png().toBuffer(),
    'WebP without loss, turned': await plain(heavy).withMetadata(turned).webp({ lossless: true }).toBuffer(),
    'interlaced PNG of 16 bits': await plain(interlaced).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    'progressive JPEG': await plain(interlaced, false).jpeg({ progressive: true }).toBuffer(),
  }
}

/** 20 uploads at once raise what the app and its processes take by at most 200 MB, and all of it is given back. */
export async function measurePictures(app: { url: string; pid: number }, books: Books): Promise<Finding[]> {
  const coach = await aUser(books)
  await aCoach(books, { userId: coach.id })
  const headers = { authorization: `Bearer ${coach.token}`, 'content-type': 'application/octet-stream' }
  const { method, path } = saveCoachPhoto
  const send = async (body: Buffer) =>
    (await fetch(app.url + path, { method, headers, body: new Uint8Array(body) })).status

  const files = Object.entries(await dearestFiles())
  // What only the first ones leave behind: code that was compiled, connections.
  for (const [, file] of files) await send(file)
  await sleep(2_000)
  const atRest = memoryOf(app.pid)
  const findings: Finding[] = []
  for (const [name, file] of files) {
    const before = memoryOf(app.pid)
    let most = 0
    let isOver = false
    const watching = (async () => {
      while (!isOver) {
        most = Math.max(most, memoryOf(app.pid))
        await sleep(10)
      }
    })()
    const statuses = await Promise.all(Array.from({ length: 20 }, () => send(file)))
    isOver = true
    await watching
    const drawn = statuses.filter((status) => status === 200).length
    const refused = statuses.filter((status) => status === 503).length
    findings.push({
      promise: `20 x ${name} (${(file.length / 1e6).toFixed(1)} MB): at most 200 MB more`,
      measured: `${before} → ${most} MB; ${drawn} drawn, ${refused} refused`,
      kept: most - before <= 200 && drawn > 0 && drawn + refused === 20,
    })
  }
  await sleep(2_000)
  const afterwards = memoryOf(app.pid)
  return [
    ...findings,
    {
      promise: 'given back: at most 30 MB stay',
      measured: `${atRest} → ${afterwards} MB`,
      kept: afterwards - atRest <= 30,
    },
  ]
}
