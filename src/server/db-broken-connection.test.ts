import { once } from 'node:events'
import net from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from './db.ts'

/** One message of PostgreSQL's protocol: its letter, its length, its content. */
function message(letter: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(content.length + 4)
  return Buffer.concat([Buffer.from(letter), length, content])
}

test('a database that dies as it hands out a connection fails the transaction, not the process', async () => {
  // "Welcome", "ready" and "I am dying" arrive together, as a killed database's last words can.
  const fatal = Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0')
  const lastWords = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I')), message('E', fatal)]
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat(lastWords)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  const { db, close } = openDatabase(`postgres://app@127.0.0.1:${port}/app`, () => {})
  await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow()
  await close()
  server.close()
})
