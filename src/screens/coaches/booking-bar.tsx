import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { currentPolicy } from '#src/features/bookings/rules.ts'
import { priceFrom } from '#src/features/bookings/services.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import { sellerQuery } from '#src/features/payments/web/seller-query.ts'
import { cx } from '#src/ui/class-names.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { makeBarRoom } from '#src/ui/controls/bar-room.ts'
import { Button } from '#src/ui/controls/button.tsx'

/**
 * Stays in view while the page scrolls: the button that books, with the guarantee and the terms. It makes way for the
 * offers, which have their own buttons, and for the form to ask, whose answer it would cover.
 */
export function BookingBar({ coach: { name }, onBook }: { coach: Coach; onBook(): void }) {
  const { data: seller } = useQuery(sellerQuery)
  const [inView, setInView] = useState<string[]>([])
  useEffect(() => {
    const observer = new IntersectionObserver((changes) => {
      for (const { target, isIntersecting } of changes)
        setInView((before) => [...before.filter((id) => id !== target.id), ...(isIntersecting ? [target.id] : [])])
    })
    for (const section of document.querySelectorAll('#offers, #ask')) observer.observe(section)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={makeBarRoom}
      className={cx(
        'sticky bottom-(--toast-room,0px) z-10 short:static border-line border-t bg-panel shadow-float print:hidden',
        inView.length > 0 && 'not-focus-within:invisible',
      )}
    >
      <div className="wrap flex items-center gap-4 py-3">
        <p className="min-w-0 flex-1 text-sm">
          <span className="max-sm:hidden">First session not right? 100% satisfaction guarantee: </span>
          <span className="sm:hidden">Guarantee: </span>a refund or a different coach. Cancel{' '}
          {seller?.withdrawal === 'applies'
            ? 'before it starts'
            : `until ${currentPolicy.fullRefundHours} hours before`}
          : all money back.{' '}
          <AppLink to="/terms" className="text-strong underline underline-offset-4">
            Terms
          </AppLink>
        </p>
        <p className="figures text-strong max-sm:sr-only">{priceFrom()}</p>
        <Button data-books="" onClick={onBook}>
          Book<span className="sr-only"> {name}</span>
        </Button>
      </div>
    </div>
  )
}
