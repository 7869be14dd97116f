import path from 'node:path'
import { createBuilder } from 'vite'

const root = path.join(import.meta.dirname, '../..')
const folder = path.join(root, '.cache/bench')

/** Bundles the bench's app as `npm run build` does production's. Gives its file. */
export async function bundleApp(): Promise<string> {
  process.env.NODE_ENV = 'production'
  const { build, environments } = await createBuilder({
    root,
    logLevel: 'warn',
    environments: { ssr: { build: { outDir: folder, rolldownOptions: { input: { bench: 'tools/bench/app.ts' } } } } },
  })
  await build(environments.ssr!)
  return path.join(folder, 'bench.js')
}
