import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/support/browser/chromium.ts'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** What seldom happens (a lost line, a second tab, an odd browser) is tagged `@edge`, and is proved at one width. */
const edge = /@edge/
/** A whole day in one journey is tagged `@long`: its steps have shorter journeys of their own. */
const later = /@edge|@long/

/**
 * `npm test` runs what is named first: the journeys people make, players' on a phone and staff's on a wide screen.
 * `npm run test:rest` runs the others: all at the other width, edges and long ones, and the sweeps over all screens, which set
 * their widths themselves.
 */
const projects = [
  { name: 'first-players', testDir: 'tests/journeys/players', use: phone, grepInvert: later },
  { name: 'first-staff', testDir: 'tests/journeys/staff', use: desktop, grepInvert: later },
  { name: 'rest-players', testDir: 'tests/journeys/players', use: desktop, grepInvert: edge },
  { name: 'rest-staff', testDir: 'tests/journeys/staff', use: phone, grepInvert: edge },
  { name: 'rest-players-edges', testDir: 'tests/journeys/players', use: phone, grep: later },
  { name: 'rest-staff-edges', testDir: 'tests/journeys/staff', use: desktop, grep: later },
  { name: 'rest-sweeps', testDir: 'tests/journeys/sweeps', use: desktop },
]

export default defineConfig({
  globalSetup: './tests/support/browser/playwright-setup.ts',
  // One more than the cores of a small machine: journeys wait for the server, too.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Long enough for a machine that does much else: nothing that works waits for it.
  timeout: 90_000,
  expect: { timeout: 15_000 },
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
