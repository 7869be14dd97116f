import type { ReactNode } from 'react'
import { termsPath } from '#src/shared/papers.ts'

type AgreementProps = {
  by: 'paying' | 'creating an account'
  /** The version of the Terms that the server will write down; null: it has none. */
  termsVersion: number | null
}

/** Above a button: what pressing it agrees to. */
export function Agreement({ by, termsVersion }: AgreementProps) {
  return (
    <p className="text-sm">
      By {by} you agree to our{' '}
      <Paper address={termsPath(termsVersion)}>Terms{termsVersion !== null && ` (version ${termsVersion})`}</Paper> and{' '}
      <Paper address="/privacy">Privacy notice</Paper>.
    </p>
  )
}

/** Opens beside the page, so that what was typed there stays. */
function Paper({ address, children }: { address: string; children: ReactNode }) {
  return (
    <a href={address} target="_blank" rel="noopener" className="inline-block text-strong underline underline-offset-4">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
