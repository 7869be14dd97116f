import { type ReactNode, useSyncExternalStore } from 'react'
import { cx } from '#src/ui/class-names.ts'

type SideRowProps = {
  as?: 'div' | 'ul' | 'ol'
  /** What is in the row. */
  'aria-label': string
  'aria-busy'?: boolean
  className: string
  children: ReactNode
}

/**
 * Parts that a phone shows in one row to swipe (`side-row` of theme.css), each as wide as `max-sm:*:w-…` says; wider screens
 * lay them out as `className` says. The keyboard scrolls the row, too, so on a phone it can have the focus.
 */
export function SideRow({ as: Row = 'div', className, ...rest }: SideRowProps) {
  // In the server's HTML it can have the focus on every screen.
  const scrolls = useSyncExternalStore(listen, isNarrow, () => true)
  return (
    <Row
      {...rest}
      role={Row === 'div' ? 'group' : undefined}
      tabIndex={scrolls ? 0 : undefined}
      className={cx('side-row', className)}
    />
  )
}

const narrow = '(width < 40rem)'
const isNarrow = () => matchMedia(narrow).matches

function listen(onChange: () => void) {
  const query = matchMedia(narrow)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
