import type { ReactNode } from 'react'
import type { Seller } from '#src/features/payments/receipt-contract.ts'
import { gap } from '#src/shared/papers.ts'
import { showShortDate } from '#src/shared/times.ts'
import { SiteFrame } from './site-frame.tsx'

type TextPageProps = {
  title: string
  lead: string /** `TextPart`s, and what else the page needs. */
  children: ReactNode
}

/** A page to read: title, a sentence, parts one below the other. */
export function TextPage({ title, lead, children }: TextPageProps) {
  return (
    <SiteFrame>
      <div className="wrap py-12 lg:py-20 print:py-0">
        <h1 className="display text-2xl">{title}</h1>
        <p className="mt-5 max-w-prose text-lg">{lead}</p>
        <div className="mt-12 lg:mt-16 print:mt-6">{children}</div>
      </div>
    </SiteFrame>
  )
}

/** A part of such a page: its heading beside its paragraphs, on wide screens. */
export function TextPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-x-16 gap-y-3 border-line border-t py-8 lg:grid-cols-[2fr_3fr] print:py-4">
      <h2 className="display text-lg print:break-after-avoid">{title}</h2>
      <div className="grid max-w-prose grid-cols-1 gap-4">{children}</div>
    </section>
  )
}

/** Which version of a paper this is. `date` is `YYYY-MM-DD`. */
export function PaperDate({ version, date }: { version: number; date: string }) {
  return (
    <p className="pb-8 text-strong">
      Version {version}, <time dateTime={date}>{showShortDate(date)}</time>
    </p>
  )
}

/** Who sells, with a named gap where only the owner knows; nothing while it loads. */
export function SellerAddress({ seller }: { seller: Seller | undefined }) {
  return (
    seller && (
      <address className="text-strong not-italic">
        {seller.name ?? gap('legal name')}
        <br />
        {seller.address ?? gap('postal address')}
        <br />
        {seller.email}
        {seller.taxId && (
          <>
            <br />
            Tax number {seller.taxId}
          </>
        )}
      </address>
    )
  )
}
