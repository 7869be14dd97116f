import { defineConfig } from '@playwright/test'
import { findChromium } from './src/testing/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './src/testing/playwright-setup.ts',
  workers: 2,
  // A busy machine may stall a browser for seconds. What passes only then is named as flaky at the end of the list.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.E2E_BASE_URL,
    browserName: 'chromium',
    launchOptions: await findChromium(),
    locale: 'en-US',
    // The business's own zone, so that pages show one time; journeys about zones set another.
    timezoneId: 'America/New_York',
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
})
