import type { ComponentProps } from 'react'
import { cx } from '#src/ui/class-names.ts'

/** A region of a screen, set off by lightness. */
export function Panel({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={cx('rounded-lg bg-panel p-5 sm:p-6', className)} />
}

/** Something one can pick up: a coach, a package, a booking in a list. */
export function Card({ className, ...rest }: ComponentProps<'article'>) {
  return <article {...rest} className={cx('rounded-lg border border-line bg-panel', className)} />
}
