import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/support/browser/chromium.ts'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/**
 * `npm test` runs what is tagged `@gate`: the ways to a paid hour, into one's account and rooms, and what is refused there.
 * `npm run test:rest` runs the others, and the sweeps over all screens. Each runs at the width its people have, players on
 * a phone and staff on a wide screen; `@both-widths` also at the other one, `@wide` there only.
 */
const gate = /@gate/
const wide = /@wide/
const projects = [
  { name: 'gate-players', testDir: 'tests/journeys/players', use: phone, grep: gate },
  { name: 'gate-players-wide', testDir: 'tests/journeys/players', use: desktop, grep: /@both-widths/ },
  { name: 'gate-staff', testDir: 'tests/journeys/staff', use: desktop, grep: gate },
  { name: 'rest-players', testDir: 'tests/journeys/players', use: phone, grepInvert: [gate, wide] },
  { name: 'rest-players-wide', testDir: 'tests/journeys/players', use: desktop, grep: wide },
  { name: 'rest-staff', testDir: 'tests/journeys/staff', use: desktop, grepInvert: gate },
  { name: 'rest-sweeps', testDir: 'tests/journeys/sweeps', use: desktop },
]

// For the apps that are started here, and by journeys.
process.env.PATIENCE = '30'

export default defineConfig({
  globalSetup: './tests/support/browser/playwright-setup.ts',
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Long enough for a machine that does much else: nothing that works waits for it.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./tests/support/browser/failures-last.ts']],
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
