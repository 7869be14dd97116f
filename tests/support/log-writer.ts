import { Writable } from 'node:stream'

/** A log destination (`logTo`) for tests that read the log: `onOutput` is called with each piece as it is written. */
export function logWriter(onOutput: (text: string) => void): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      onOutput(String(chunk))
      done()
    },
  })
}
