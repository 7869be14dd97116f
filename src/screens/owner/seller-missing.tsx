import { useQuery } from '@tanstack/react-query'
import { sellerQuery } from '#src/features/payments/web/seller-query.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'

/** Tells the owner that buyers cannot read who sells, and what follows; nothing where they can. */
export function SellerMissing() {
  const { data: seller } = useQuery(sellerQuery)
  if (!seller || seller.isPublished) return null
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
