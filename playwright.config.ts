import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/support/chromium.ts'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** What seldom happens (a lost line, a second tab, an odd browser) is tagged so, and is proved at one width. */
const edge = /@edge/

/**
 * `npm test` runs what is named first: the journeys people make, players' on a phone and staff's on a wide screen.
 * `npm run test:rest` runs the others: the same at the other width, the edges, and the sweeps over all screens, which set
 * their widths themselves.
 */
const projects = [
  { name: 'first-players', testDir: 'tests/journeys/players', use: phone, grepInvert: edge },
  { name: 'first-staff', testDir: 'tests/journeys/staff', use: desktop, grepInvert: edge },
  { name: 'rest-players', testDir: 'tests/journeys/players', use: desktop, grepInvert: edge },
  { name: 'rest-staff', testDir: 'tests/journeys/staff', use: phone, grepInvert: edge },
  { name: 'rest-players-edges', testDir: 'tests/journeys/players', use: phone, grep: edge },
  { name: 'rest-staff-edges', testDir: 'tests/journeys/staff', use: desktop, grep: edge },
  { name: 'rest-sweeps', testDir: 'tests/journeys/sweeps', use: desktop },
]

export default defineConfig({
  globalSetup: './tests/support/playwright-setup.ts',
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
  projects,
})
