import { Writable } from 'node:stream'

/** Where an app's log goes (`logTo`) when a test wants to read it: `hear` is given each piece as it is written. */
export function logWriter(hear: (text: string) => void): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      hear(String(chunk))
      done()
    },
  })
}
