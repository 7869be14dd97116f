import { expect, test } from 'vitest'
import { readEnv } from '#src/platform/config/env.ts'
import { logWriter } from '#tests/support/log-writer.ts'
import { createHttp } from './http.ts'

test('production says in its log, once for a while, that a proxy not named in TRUST_PROXY speaks for others', async () => {
  let log = ''
  const logTo = logWriter((text) => {
    log += text
  })
  const settings = {
    NODE_ENV: 'production',
    BASE_URL: 'https://x.test',
    SMTP_URL: 'smtp://x.test',
    MAIL_FROM: 'hello@x.test',
  }
  const env = readEnv({ ...settings, TRUST_PROXY: '10.0.0.9', LOG_LEVEL: 'warn' })
  const http = await createHttp(env, { 'default-src': ["'self'"] }, logTo)
  const ask = (remoteAddress: string, headers = {}) => http.inject({ url: '/', remoteAddress, headers })
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }

  await ask('198.51.100.1')
  await ask('10.0.0.9', forwarded)
  expect(log).toBe('')
  await ask('198.51.100.1', forwarded)
  await ask('198.51.100.2', forwarded)
  await http.close()
  expect(log.match(/TRUST_PROXY/g)).toHaveLength(2)
  expect(log.trim().split('\n')).toHaveLength(1)
  expect(log, 'whose address it was is nobody’s business').not.toMatch(/198\.51|203\.0/)
})
