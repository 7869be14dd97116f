import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}'],
    globalSetup: 'src/testing/global-setup.ts',
    maxWorkers: 2,
    testTimeout: 15_000,
    hookTimeout: 30_000,
    silent: 'passed-only',
  },
})
