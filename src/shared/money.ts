/**
 * Money is whole cents in code, a decimal string such as `"29.00"` in our JSON and the database. These functions are
 * the only bridge; no float is ever multiplied.
 */
const dollars = /^(\d{1,8})(?:[.,](\d{1,2}))?$/

/** Whether this is an amount that `toCents` reads: no mark of thousands, so that `"1,000"` is never taken for 1. */
export function isDollars(amount: string | number): boolean {
  return dollars.test(String(amount).trim())
}

/** Cents of a dollar amount such as `29`, `"29.5"`, `"29.00"` or `"29,50"`. Throws RangeError when it is not one. */
export function toCents(amount: string | number): number {
  const match = dollars.exec(String(amount).trim())
  if (!match) throw new RangeError(`not an amount of dollars: ${amount}`)
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** The decimal string of whole cents: 2900 → `"29.00"`. */
export function toDecimal(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`not whole cents: ${cents}`)
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** Cents as a person reads them: 2900 → `"$29"`, 1450 → `"$14.50"`, 169200 → `"$1,692"`. */
export function showDollars(cents: number): string {
  const decimal = toDecimal(cents).replace(/\.00$/, '')
  // oxlint-disable-next-line regexp/no-super-linear-move -- A safe integer has 16 digits at most.
  return `$${decimal.replace(/\d(?=(\d{3})+(?!\d))(?<!\.\d*)/g, '$&,')}`
}

/** Cents with their sign as decimal text: −2900 → `"-29.00"`. */
export function toSignedDecimal(cents: number): string {
  return `${cents < 0 ? '-' : ''}${toDecimal(Math.abs(cents))}`
}

/** The cents of such a text. Throws RangeError when it is none. */
export function toSignedCents(amount: string): number {
  return amount.startsWith('-') ? 0 - toCents(amount.slice(1)) : toCents(amount)
}

/** Cents with their sign as a person reads them: −1450 → `"−$14.50"`. */
export function showSigned(cents: number): string {
  return `${cents < 0 ? '−' : ''}${showDollars(Math.abs(cents))}`
}
