import { createRequire } from 'node:module'
import { defineConfig } from 'vitest/config'

const { resolve } = createRequire(import.meta.url)

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
    testTimeout: 15_000,
    hookTimeout: 30_000,
    silent: 'passed-only',
  },
})
