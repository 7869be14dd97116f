import path from 'node:path'
import { createBuilder } from 'vite'
import { compileAhead } from '../scripts/build.ts'

const root = path.join(import.meta.dirname, '..')
const folder = path.join(root, '.cache/bench')
const compiled = path.join(root, '.cache/bench-compiled')

/** Bundles the bench's app as `npm run build` does production's. Gives its file and the settings it runs with. */
export async function bundleApp(): Promise<{ file: string; settings: { NODE_COMPILE_CACHE: string } }> {
  process.env.NODE_ENV = 'production'
  const { build, environments } = await createBuilder({
    root,
    logLevel: 'warn',
    environments: { ssr: { build: { outDir: folder, rolldownOptions: { input: { bench: 'bench/app.ts' } } } } },
  })
  await build(environments.ssr!)
  compileAhead(folder, compiled)
  return { file: path.join(folder, 'bench.cjs'), settings: { NODE_COMPILE_CACHE: compiled } }
}
