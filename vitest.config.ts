import { createRequire } from 'node:module'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const { resolve } = createRequire(import.meta.url)

/** Vitest begins with the largest files. The drills are small ones that take two minutes: left to the end, all else waits for them. */
class DrillsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isDrill = ({ moduleId }: TestSpecification) => moduleId.endsWith('/drills-short.test.ts')
    return (await super.sort(files)).sort((a, b) => Number(isDrill(b)) - Number(isDrill(a)))
  }
}

export default defineConfig({
  plugins: [
    {
      // Node reads Drizzle's CommonJS files much faster than its ES modules: see src/dev.ts.
      name: 'drizzle-as-commonjs',
      enforce: 'pre',
      resolveId: (name) => (name.startsWith('drizzle-orm') ? { id: resolve(name), external: true } : undefined),
    },
  ],
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}'],
    globalSetup: 'src/testing/global-setup.ts',
    // One more than the cores of a small machine: the drills mostly wait.
    maxWorkers: 3,
    sequence: { sequencer: DrillsFirst },
    testTimeout: 15_000,
    hookTimeout: 30_000,
    silent: 'passed-only',
  },
})
