import { defineConfig } from '@playwright/test'
import { findChromium } from './src/testing/chromium.ts'

const widths = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}

/**
 * Whose journeys are looked at where first. `SECOND_WIDTH=1` runs each at the other width, on an app of its own, and the
 * sweeps over all screens, which set their widths themselves.
 */
const journeys = process.env.SECOND_WIDTH
  ? ([
      ['desktop', 'players'],
      ['phone', 'staff'],
      ['desktop', 'sweeps'],
    ] as const)
  : ([
      ['phone', 'players'],
      ['desktop', 'staff'],
    ] as const)

export default defineConfig({
  globalSetup: './src/testing/playwright-setup.ts',
  workers: 2,
  retries: 0,
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
  },
  projects: journeys.map(([width, whose]) => ({
    name: `${whose}-${width}`,
    testDir: `e2e/${whose}`,
    use: widths[width],
  })),
})
