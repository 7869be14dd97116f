import { type FocusEvent, useEffect, useRef } from 'react'

type Place = { target: Element; takers: (HTMLElement | null | undefined)[]; around: HTMLElement | null }

/**
 * For a list whose rows leave it when something is done about them. Gives the focus of such a row to the next one, or to the
 * one before, or to the list's section: to the heading in it, or to itself. Where nothing of these is left, the tab's panel
 * or the page takes it. A row that stays keeps the focus when only what was pressed goes. Spread what it gives on the
 * element whose children are the rows.
 */
export function useFocusHandOver() {
  const place = useRef<Place>(null)
  useEffect(() => {
    if (!place.current || place.current.target.isConnected || document.activeElement !== document.body) return
    const { takers, around } = place.current
    place.current = null
    const left = takers.find((each) => each?.isConnected)
    const taker = left?.querySelector<HTMLElement>('h2, h3, h4') ?? left ?? around
    // A panel can be reached by Tab and stays so.
    if (taker && taker.tabIndex < 0) taker.tabIndex = -1
    taker?.focus()
  })
  return {
    onFocus({ target, currentTarget: list }: FocusEvent<HTMLElement>) {
      const rows = [...list.children] as HTMLElement[]
      const at = rows.findIndex((each) => each.contains(target))
      // A dialog that a row opened lies elsewhere in the page.
      if (at < 0) return
      // Where the rows are groups, those of the group come first.
      const row = target.closest('li') ?? (rows[at] as HTMLElement)
      const siblings = [row.nextElementSibling, row.previousElementSibling] as (HTMLElement | null)[]
      place.current = {
        target,
        takers: [row, ...siblings, rows[at], rows[at + 1], rows[at - 1], list.closest('section')],
        around: list.closest<HTMLElement>('[role=tabpanel], main'),
      }
    },
    /** Whoever presses beside the list has left it; what goes away leaves nothing by itself, nor does another window. */
    onBlur({ relatedTarget }: FocusEvent<HTMLElement>) {
      if (!relatedTarget && document.hasFocus()) place.current = null
    },
  }
}
