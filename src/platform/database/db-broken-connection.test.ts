import { once } from 'node:events'
import net from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from './db.ts'
import { migrate } from './migrate.ts'

/** One message of PostgreSQL's protocol: its letter, its length, its content. */
function message(letter: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(content.length + 4)
  return Buffer.concat([Buffer.from(letter), length, content])
}

/** A database of one's own making. */
async function listen(act: (socket: net.Socket) => void): Promise<{ url: string; server: net.Server }> {
  const server = net.createServer((socket) => act(socket.on('error', () => {})))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  return { url: `postgres://app@127.0.0.1:${port}/app`, server }
}

test('a database that dies as it hands out a connection fails the transaction, not the process', async () => {
  // "Welcome", "ready" and "I am dying" arrive together, as a killed database's last words can.
  const fatal = Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0')
  const lastWords = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I')), message('E', fatal)]
  const { url, server } = await listen((socket) => {
    socket.once('data', () => socket.end(Buffer.concat(lastWords)))
  })
  const { db, close } = openDatabase(url, () => {})
  await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow()
  await close()
  server.close()
})

test('a database that is killed while it migrates fails the start, not the process', async () => {
  const welcome = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))])
  const { url, server } = await listen((socket) => {
    socket.once('data', () => {
      socket.write(welcome)
      socket.once('data', () => socket.destroy())
    })
  })
  await expect(migrate(url)).rejects.toThrow('Connection terminated unexpectedly')
  server.close()
})
