import { createRequire } from 'node:module'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { thirdGame } from './tests/support/third-game.ts'

const { resolve } = createRequire(import.meta.url)

const lane = (name: string, files: TestProjectInlineConfiguration['test']) => ({
  extends: true as const,
  test: { name, ...files },
})

const thirdGameTest = 'tests/contract/third-game.test.tsx'
const crash = 'tests/process/crash.test.ts'
const processes = '{src,tests}/**/*.process.test.ts'

/** Sweeps over every mail, every list, every text, every place in every zone: a quarter of the time of all, for what seldom breaks. */
const sweeps = [
  ...['mail-audience', 'staff-alerts', 'mass-assignment', 'only-tags', 'own-time'],
  ...['database/index-use', 'database/queries-per-call', 'words/plain-errors'],
].map((name) => `tests/contract/${name}.test.{ts,tsx}`)

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
    // Long enough for a machine that does much else: nothing that works waits for it.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // For the apps that tests start as processes of their own.
    env: { PATIENCE: '30' },
    silent: 'passed-only',
    reporters: ['default', './tests/support/failures-last.ts'],
    projects: [
      // `npm test`. Files share a process and its modules: to load the app anew for each took two fifths of the time.
      lane('unit', {
        include: ['{src,tests}/**/*.test.{ts,tsx}'],
        exclude: [processes, crash, thirdGameTest, ...sweeps],
        isolate: false,
        maxWorkers: 2,
      }),
      // Also `npm test`: the app as it would be with one game more, and a process that is killed.
      { plugins: [thirdGame()], ...lane('unit-third-game', { include: [thirdGameTest] }) },
      lane('crash', { include: [crash] }),
      // `npm run test:rest`.
      lane('sweeps', { include: sweeps, isolate: false, maxWorkers: 2 }),
      // Also `npm run test:rest`: what starts processes or browsers, or needs a process of its own. It mostly waits.
      lane('process', { include: [processes], maxWorkers: 2 }),
    ],
  },
})
