import { useQuery } from '@tanstack/react-query'
import { sellerQuery } from '#src/features/payments/web/seller-query.ts'
import { SellerAddress, TextPage, TextPart } from '#src/shell/text-page.tsx'
import { AppLink } from '#src/ui/controls/app-link.tsx'

/** Who sells here, for everybody. */
export default function Imprint() {
  const { data: seller } = useQuery(sellerQuery)
  return (
    <TextPage title="Imprint" lead="Who you buy from, and where you reach us.">
      <TextPart title="Who sells">
        <SellerAddress seller={seller} />
        <p>
          A question about a session? Its chat is quickest. Anything else:{' '}
          <AppLink to="/#contact" className="text-strong underline underline-offset-4">
            write to us
          </AppLink>
          .
        </p>
      </TextPart>
    </TextPage>
  )
}
