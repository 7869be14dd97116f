import fs from 'node:fs'
import { startFreshApp } from '../fresh-app.ts'
import { makeQuickFolder } from '../quick-folder.ts'

/** Before all browser tests: starts the app, unless E2E_BASE_URL names a running one. Returns the clean-up. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_BASE_URL) return undefined
  const dataDir = makeQuickFolder('level-up-journeys-')
  const { url, stop } = await startFreshApp({ RATE_LIMITS: 'off', DATA_DIR: dataDir })
  // Workers read the configuration again and find the address here, and the folder of the data.
  process.env.E2E_BASE_URL = url
  process.env.E2E_DATA_DIR = dataDir
  return async () => {
    await stop()
    fs.rmSync(dataDir, { recursive: true })
  }
}
