import { createRequire } from 'node:module'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { thirdGame } from './tests/support/third-game.ts'

const { resolve } = createRequire(import.meta.url)

const lane = (name: string, files: TestProjectInlineConfiguration['test']) => ({
  extends: true as const,
  test: { name, ...files },
})

const drills = 'tests/process/drills-*.test.ts'
const thirdGameTest = 'tests/contract/third-game.test.tsx'

/**
 * Sweeps over every call with hostile input or many rows, every way in and out, every place in every zone: a quarter of the
 * time that all units take, for what seldom breaks.
 */
const sweeps = ['any-method', 'fuzz', 'mass-assignment', 'ended-sessions', 'database/queries-per-call', 'own-time'].map(
  (name) => `tests/contract/${name}.test.{ts,tsx}`,
)

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
    globalSetup: 'tests/support/global-setup.ts',
    setupFiles: 'tests/support/random-draws.ts',
    testTimeout: 15_000,
    hookTimeout: 30_000,
    silent: 'passed-only',
    projects: [
      // `npm test`. Files share a process and its modules: to load the app anew for each took two fifths of the time. One
      // process more than the cores of a small machine: tests wait for the database, too.
      lane('unit', {
        include: ['{src,tests}/**/*.test.{ts,tsx}'],
        exclude: ['**/*.process.test.ts', thirdGameTest, ...sweeps],
        isolate: false,
        maxWorkers: 3,
      }),
      // Also `npm test`: the app as it would be with one game more.
      { plugins: [thirdGame()], ...lane('unit-third-game', { include: [thirdGameTest] }) },
      // `npm run test:rest`.
      lane('sweeps', { include: sweeps, isolate: false }),
      // Also `npm run test:rest`: what starts processes, or needs one of its own; providers that do not answer. It mostly waits.
      lane('process', { include: ['{src,tests}/**/*.process.test.ts'], exclude: [drills], maxWorkers: 3 }),
      // And the drills, one after the other, since they promise how the whole machine behaves.
      lane('drills', { include: [drills], maxWorkers: 1 }),
    ],
  },
})
