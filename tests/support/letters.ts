import { randomBytes } from 'node:crypto'

/** Eight letters that nobody else has: for names, where digits in a row would be refused as a phone number. */
export function letters(): string {
  return randomBytes(4)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)
}
