/**
 * Terms and Privacy notice as they are now. Whoever changes what one of them says raises its version and sets its date:
 * accounts and orders keep the version that was agreed to (PAPER-1).
 */
export const papers = {
  terms: { version: 1, date: '2026-11-24' },
  privacy: { version: 1, date: '2026-11-24' },
} as const

/** What is still missing on a paper, and who has to fill it in: `[legal name: to be filled in by the owner]`. */
export function gap(what: string, by: 'the owner' | 'a lawyer' = 'the owner'): string {
  return `[${what}: to be filled in by ${by}]`
}
