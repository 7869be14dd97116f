import fs from 'node:fs'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { buildApp } from '#src/app.ts'
import { readEnv } from '#src/platform/config/env.ts'
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts'
import { migrate } from '#src/platform/database/migrate.ts'
import { makeQuickFolder } from './quick-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: { adminUrl: string; template: string }
  }
}

/**
 * Before all tests: a throw-away database server (or the one of TEST_DATABASE_URL, whose user may create databases)
 * with one migrated database, from which `createTestDatabase` makes its copies. Returns the clean-up.
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
  await addJobTables(templateUrl.href)
  project.provide('testCluster', { adminUrl: server.url, template })

  return async () => {
    if (given) await runAsAdmin(given, `drop database ${template} with (force)`)
    await server.stop()
  }
}

/** The job queue makes its tables and queues at the app's first start: once, not in each copy. */
async function addJobTables(databaseUrl: string) {
  const env = readEnv({ LOG_LEVEL: 'warn' })
  const app = await buildApp({ env, databaseUrl, stripe: null, smtpUrl: null, sms: null, work: false, pages: 'none' })
  await app.close()
}

async function startThrowAwayServer() {
  const folder = makeQuickFolder('level-up-test-database-')
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
