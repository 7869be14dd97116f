import { existsSync, readFileSync } from 'node:fs'

/** Records each file that a process loads, also by `require`. */
const noting = `import { registerHooks } from 'node:module'; import { appendFileSync } from 'node:fs'
registerHooks({ load(url, context, next) { appendFileSync(process.env.NOTE_IN, url + '\\n'); return next(url, context) } })`

/** Settings with which a process writes the addresses of the files it loads into `file`. */
export const noteLoaded = (file: string) => ({
  NOTE_IN: file,
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(noting)}`,
})

/** What was loaded: the addresses, a line each, and all text of those files that the build made. */
export function readLoaded(file: string): { addresses: string; text: string } {
  const addresses = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const built = addresses.split('\n').filter((address) => address.includes('/dist/server/'))
  return { addresses, text: built.map((address) => readFileSync(new URL(address), 'utf8')).join('\n') }
}
