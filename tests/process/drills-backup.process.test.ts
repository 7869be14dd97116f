import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'

test('the backup drill finds every promise kept', async () => {
  const drill = spawn(process.execPath, ['tools/drills/backup.ts', '--short'], {
    cwd: path.join(import.meta.dirname, '../..'),
    stdio: 'inherit',
  })
  const [code] = await once(drill, 'exit')
  expect(code).toBe(0)
}, 120_000)
