import { type FocusEvent, useEffect, useRef } from 'react'

type Place = { row: Element; next: Element | null; before: Element | null; panel: HTMLElement | null }

/**
 * For a list whose rows leave it when something is done about them: gives the focus of such a row to the heading of the
 * next one, or of the one before, or to the tab's panel. Spread what it gives on the list.
 */
export function useFocusHandOver() {
  const place = useRef<Place>(null)
  useEffect(() => {
    if (!place.current) return
    const { row, next, before, panel } = place.current
    if (row.isConnected || document.activeElement !== document.body) return
    place.current = null
    const heading = [next, before].find((each) => each?.isConnected)?.querySelector<HTMLElement>('h2, h3, h4')
    if (heading) heading.tabIndex = -1
    const taker = heading ?? panel
    taker?.focus()
  })
  return {
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const row = target.closest('li')
      place.current = row && {
        row,
        next: row.nextElementSibling,
        before: row.previousElementSibling,
        panel: row.closest<HTMLElement>('[role=tabpanel]'),
      }
    },
  }
}
