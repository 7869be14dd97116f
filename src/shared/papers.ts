/**
 * Terms and Privacy notice as they are now. A change of what one of them says raises its version and sets its date:
 * accounts and orders keep the version that was agreed to (PAPER-1).
 */
export const papers = {
  terms: { version: 7, date: '2026-11-30' },
  privacy: { version: 12, date: '2026-11-29' },
} as const

/** Where this version of the Terms is read for good; null, from before there were versions: the newest. */
export function termsPath(version: number | null): string {
  return version === null ? '/terms' : `/terms?version=${version}`
}

/** What is still missing on a paper, and who has to fill it in: `[legal name: to be filled in by the owner]`. */
export function gap(what: string, by: 'the owner' | 'a lawyer' = 'the owner'): string {
  return `[${what}: to be filled in by ${by}]`
}
