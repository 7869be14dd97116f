import { useQuery } from '@tanstack/react-query'
import { sellerQuery } from '#src/features/payments/web/seller-query.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'

/** Tells the owner what buyers cannot read that they must, and what follows; nothing where all is said. */
export function SellerMissing() {
  const { data: seller } = useQuery(sellerQuery)
  if (!seller) return null
  if (seller.isPublished)
    return (
      seller.asksWithdrawal && (
        <Alert tone="warn" title="Nobody has said whether buyers can withdraw">
          The law of the EU and the UK gives them 14 days for many things. Ask a lawyer whether it does for sessions at
          a fixed hour, then have your engineer set WITHDRAWAL to exempt or applies. The Terms name the gap until then.
        </Alert>
      )
    )
  return (
    <Alert tone="bad" title="Nobody can read who sells">
      Without your name, address and an e-mail that you read, no payments are taken.{' '}
      <AppLink to="/owner?tab=health" className="underline underline-offset-4">
        Health says what to set, and until when
      </AppLink>
      .
    </Alert>
  )
}
