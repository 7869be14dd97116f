import { startFreshApp } from '#tests/support/fresh-app.ts'
import { openBooks } from './books.ts'
import { measureAddresses } from './costs-of-addresses.ts'
import { measurePictures } from './costs-of-pictures.ts'
import { measureText } from './costs-of-text.ts'
import { measureWorstText } from './costs-of-worst-text.ts'
import { onInterrupt } from './on-interrupt.ts'
import { report } from './report.ts'

/**
 * `npm run drill:costs` (some 10 minutes): no single request is dear. What one character costs in every header and field
 * when there is twice as much of it, what 60 kB of the worst texts cost in every field, what 10,000 addresses leave in memory, what 20 pictures at once take. Linux only;
 * `-- --only=text`, `worst-text`, `addresses` or `pictures` for one of them; `--short` is a short form of the first two.
 */
const isShort = process.argv.includes('--short')
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length)
const measures = {
  text: measureText,
  'worst-text': measureWorstText,
  addresses: measureAddresses,
  pictures: measurePictures,
}

for (const [name, measure] of Object.entries(measures)) {
  if (only ? only !== name : isShort && !name.endsWith('text')) continue
  const starting = startFreshApp({ LOG_LEVEL: 'fatal' })
  onInterrupt(async () => (await starting).stop())
  const app = await starting
  const books = openBooks(app.dataDir)
  try {
    report(`Costs: ${name}`, await measure(app, books, isShort))
  } finally {
    await books.close()
    await app.stop()
  }
}
