import { offerGroups } from '#src/features/bookings/services.ts'
import { OfferLines } from '#src/features/bookings/web/picker/offer-lines.tsx'

/** All that can be booked with a coach, in the groups of the booking dialog; a press opens it with that offer. */
export function CoachOffers({ onChoose }: { onChoose(serviceId: string): void }) {
  return (
    <section aria-labelledby="offers-title" className="wrap py-16 lg:py-20">
      <h2 id="offers-title" className="display mb-8 text-xl">
        Sessions and prices
      </h2>
      {/* The booking bar looks for it. */}
      <div id="offers" className="grid items-start gap-8 lg:grid-cols-3">
        {offerGroups.map(({ title, lead, offers }) => (
          <section key={title} aria-label={title}>
            <h3 className="font-semibold text-strong">{title}</h3>
            {lead && <p className="text-sm">{lead}</p>}
            <ul className="mt-3 grid gap-2">
              {offers.map((offer) => (
                <li key={offer.id}>
                  <button
                    type="button"
                    data-books=""
                    onClick={() => onChoose(offer.id)}
                    className="flex min-h-11 w-full rounded-md border border-edge px-4 py-3 text-left text-strong transition-colors hover:border-signal"
                  >
                    <span className="sr-only">Book </span>
                    <OfferLines offer={offer} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  )
}
