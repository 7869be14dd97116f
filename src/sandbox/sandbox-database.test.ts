import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(path.join(tmpdir(), 'level-up-sandbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Opens so many new files, each at the same moment as the other thread does. */
const code = `
  const { workerData: { folder, rounds, arrived } } = require('node:worker_threads')
  import(${JSON.stringify(path.join(import.meta.dirname, 'sandbox-database.ts'))}).then(({ openDatabase }) => {
    for (let round = 0; round < rounds; round++) {
      Atomics.add(arrived, round, 1)
      while (Atomics.load(arrived, round) < 2);
      openDatabase(folder + '/' + round).close()
    }
  })
`

test('two processes that first open the file at one moment both get it', async () => {
  const rounds = 60
  const arrived = new Int32Array(new SharedArrayBuffer(4 * rounds))
  const threads = [1, 2].map(() => new Worker(code, { eval: true, workerData: { folder, rounds, arrived } }))
  expect(await Promise.all(threads.map((thread) => once(thread, 'exit')))).toEqual([[0], [0]])
})
