import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { text } from 'node:stream/consumers'

/**
 * `npm run where < log`: the same text with places of the built server (`…/start.cjs:12:3456`) as places of the sources.
 * The build must be the one that wrote the log.
 */
const maps = new Map<string, SourceMap | null>()

function mapOf(name: string): SourceMap | null {
  const file = path.join(import.meta.dirname, `../dist/server/${name}.map`)
  if (!maps.has(name)) maps.set(name, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null)
  return maps.get(name)!
}

const places = /[^\s("]*dist\/server\/([\w.-]+\.cjs):(\d+):(\d+)/g
const log = await text(process.stdin)
process.stdout.write(
  log.replace(places, (place: string, name: string, line: string, column: string) => {
    const origin = mapOf(name)?.findOrigin(Number(line), Number(column))
    return origin && 'fileName' in origin
      ? `${origin.fileName.replace(/^(\.\.\/)+/, '')}:${origin.lineNumber}:${origin.columnNumber}`
      : place
  }),
)
