/** Returns the single row of a result. Throws if there is none or more than one. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row, ...others] = rows
  if (row === undefined || others.length > 0) throw new Error(`Expected exactly one row, got ${rows.length}.`)
  return row
}
