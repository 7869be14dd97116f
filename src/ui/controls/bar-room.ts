/**
 * For the `ref` of a bar that stays at the page's lower end: tells the page (`--bar-room`) how high it is, since on narrow
 * screens it has several lines.
 */
export function makeBarRoom(bar: HTMLDivElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() =>
    style.setProperty(
      '--bar-room',
      `calc(${bar.offsetHeight}px + 0.5rem + var(--room-bar, 0px) + var(--toast-room, 0px))`,
    ),
  )
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty('--bar-room')
  }
}
