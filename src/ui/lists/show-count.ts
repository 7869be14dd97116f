/** A count as a person reads it: `1002524` → `'1,002,524'`. */
export function showCount(count: number | string): string {
  return Number(count).toLocaleString('en-US')
}
