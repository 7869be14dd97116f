/** A count as a person reads it: `1002524` → `'1,002,524'`. For screens that only a browser draws (`no-intl.test.ts`). */
export function showCount(count: number | string): string {
  return Number(count).toLocaleString('en-US')
}
