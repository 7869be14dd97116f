import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts'
import { migrate } from '#src/platform/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: { adminUrl: string; template: string }
  }
}

/**
 * Before all tests: a throw-away database server (or the one of TEST_DATABASE_URL, whose user may create databases)
 * with one migrated database, from which `createTestDatabase` makes its copies. Gives the clean-up.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { url: given, stop: async () => {} } : await startThrowAwayServer()
  // Several runs may share a server.
  const template = `test_template_${process.pid}`
  await runAsAdmin(server.url, `create database ${template}`)
  const templateUrl = new URL(server.url)
  templateUrl.pathname = template
  await migrate(templateUrl.href)
  project.provide('testCluster', { adminUrl: server.url, template })

  return async () => {
    if (given) await runAsAdmin(given, `drop database ${template} with (force)`)
    await server.stop()
  }
}

async function startThrowAwayServer() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'level-up-test-database-'))
  const server = await startEmbeddedPostgres(folder, { durable: false })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      fs.rmSync(folder, { recursive: true })
    },
  }
}

async function runAsAdmin(url: string, statement: string) {
  const client = new Client(url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
