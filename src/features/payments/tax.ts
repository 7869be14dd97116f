/**
 * How a seller taxes what is sold (`SELLER_TAX`): `none`; `reverse-charge`; or the percentage that prices include, such as
 * `19` or `8.875`. Null: the owner has not said.
 */
export type Tax = string | null

/** The cents of tax in an amount of cents, rounded half up; null where the price includes none that is known. */
export function includedTax(tax: Tax, cents: number): number | null {
  if (tax === null || !/^\d/.test(tax)) return null
  const perMille = Math.round(Number(tax) * 1_000)
  return Math.round((cents * perMille) / (100_000 + perMille))
}
