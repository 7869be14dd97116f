import { createRequire } from 'node:module'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const { resolve } = createRequire(import.meta.url)

const lane = (name: string, files: TestProjectInlineConfiguration['test']) => ({
  extends: true as const,
  test: { name, ...files },
})

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
    globalSetup: 'src/testing/global-setup.ts',
    testTimeout: 15_000,
    hookTimeout: 30_000,
    silent: 'passed-only',
    projects: [
      // `npm test`. Files share a process and its modules: to load the app anew for each took two fifths of the time. One
      // process more than the cores of a small machine: tests wait for the database, too.
      lane('unit', {
        include: ['src/**/*.test.{ts,tsx}'],
        exclude: ['**/*.process.test.ts'],
        isolate: false,
        maxWorkers: 3,
      }),
      // `npm run test:rest`: what starts processes, or needs one of its own; drills; providers that do not answer. One after
      // the other, since they promise how the whole machine behaves.
      lane('process', { include: ['src/**/*.process.test.ts'], maxWorkers: 1 }),
    ],
  },
})
