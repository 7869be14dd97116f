import { startFreshApp } from './fresh-app.ts'

/** Before all browser tests: starts the app, unless E2E_BASE_URL names a running one. Gives the clean-up. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_BASE_URL) return undefined
  const { url, dataDir, stop } = await startFreshApp({ RATE_LIMITS: 'off' })
  // Workers read the configuration again and find the address here, and the folder of the data.
  process.env.E2E_BASE_URL = url
  process.env.E2E_DATA_DIR = dataDir
  return stop
}
