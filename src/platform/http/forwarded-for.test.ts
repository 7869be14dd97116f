import { expect, test } from 'vitest'
import { readEnv } from '#src/platform/config/env.ts'
import { logWriter } from '#tests/support/log-writer.ts'
import { createHttp } from './http.ts'

/** A server behind the proxies 10.0.0.8 and 10.0.0.9 that answers with the visitor's address. */
async function start() {
  let log = ''
  const logTo = logWriter((text) => {
    log += text
  })
  const env = readEnv({ TRUST_PROXY: '10.0.0.8,10.0.0.9', LOG_LEVEL: 'warn' })
  const http = await createHttp(env, { 'default-src': ["'self'"] }, logTo)
  http.get('/', async ({ ip }) => ({ ip }))
  const ipOf = async (forwarded: string): Promise<string> => {
    const headers = { 'x-forwarded-for': forwarded }
    return (await http.inject({ url: '/', remoteAddress: '10.0.0.9', headers })).json().ip
  }
  return { http, ipOf, readLog: () => log }
}

test('ports, brackets and quotes around an address are taken off', async () => {
  const { http, ipOf, readLog } = await start()
  const addresses = {
    '203.0.113.9': '203.0.113.9',
    '203.0.113.9:4711': '203.0.113.9',
    '2001:db8::1': '2001:db8::1',
    '[2001:db8::1]': '2001:db8::1',
    '[2001:db8::1]:4711': '2001:db8::1',
    '"[2001:db8::1]:4711"': '2001:db8::1',
    '::ffff:203.0.113.9': '::ffff:203.0.113.9',
    // What the visitor wrote, the visitor, and a proxy of ours.
    '1.1.1.1, 203.0.113.9:4711,10.0.0.8:80': '203.0.113.9',
  }
  for (const [forwarded, ip] of Object.entries(addresses)) expect(await ipOf(forwarded), forwarded).toBe(ip)
  expect(readLog()).toBe('')
  await http.close()
})

test('an address that cannot be read is said in the log, once for a while, without saying it', async () => {
  const { http, ipOf, readLog } = await start()
  for (const forwarded of ['unknown', '_hidden', '203.0.113.9.4711', '[]']) await ipOf(forwarded)
  await http.close()
  expect(readLog().trim().split('\n')).toHaveLength(1)
  expect(JSON.parse(readLog())).toMatchObject({ level: 50, msg: expect.stringContaining('TRUST_PROXY') })
  expect(readLog()).not.toMatch(/_hidden|203\.0/)
})
