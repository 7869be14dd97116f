import { Star } from 'lucide-react'
import { cx } from '#src/ui/class-names.ts'

/** So many of five stars; halves count as the nearest whole one. */
export function Stars({ rating, className }: { rating: number; className?: string }) {
  return (
    <span role="img" aria-label={`${rating} out of 5 stars`} className={cx('inline-flex gap-0.5', className)}>
      {[1, 2, 3, 4, 5].map((place) => (
        <Star
          key={place}
          aria-hidden
          className={cx('size-[1.1em]', place <= Math.round(rating) ? 'fill-signal text-signal' : 'text-edge')}
        />
      ))}
    </span>
  )
}
