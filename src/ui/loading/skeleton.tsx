import { cx } from '#src/ui/class-names.ts'

/** A grey stand-in with the size of what is loading: give it height and width classes. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-pulse rounded-sm bg-hover', className)} />
}
