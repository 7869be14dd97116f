/** A value that must be there, by what was checked or written before. Throws an error that names it (`what`) when it is not. */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`Missing: ${what}.`)
  return value
}
