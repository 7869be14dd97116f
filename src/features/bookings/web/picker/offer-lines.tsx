import { aloneAdvice, bringYourSquad, groupSize } from '#src/features/bookings/group-words.ts'
import { inDollars, type Service } from '#src/features/bookings/services.ts'
import { showDuration } from '#src/shared/times.ts'
import { cx } from '#src/ui/class-names.ts'

type OfferLinesProps = {
  offer: Service
  /** Why it cannot be chosen now; it takes the place of what is in it, so that nothing below moves. */
  refusal?: string | undefined
}

/** An offer in a list of them: its name, length and price, and what is in it. */
export function OfferLines({ offer: { name, minutes, capacity, includes, price }, refusal }: OfferLinesProps) {
  return (
    <span className="grid min-w-0 flex-1 gap-x-3 min-[15rem]:grid-cols-[minmax(0,1fr)_auto]">
      <span>
        <span className="font-semibold">{name}</span>{' '}
        <span className="inline-block text-sm text-soft">
          {showDuration(minutes)}
          {capacity > 1 && `, ${groupSize(capacity)}, price per seat`}
        </span>
      </span>{' '}
      <span className="display figures text-lg">{inDollars(price)}</span>{' '}
      <span className="mt-0.5 grid text-sm text-soft min-[15rem]:col-span-2">
        <span className={cx('[grid-area:1/1]', refusal && 'invisible')}>
          {includes}
          {capacity > 1 && ` ${bringYourSquad} ${aloneAdvice()}`}
        </span>
        {refusal && <span className="[grid-area:1/1]">{refusal}</span>}
      </span>
    </span>
  )
}
