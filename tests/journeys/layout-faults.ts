/* Both functions run inside the page, so each carries everything it needs. */

/** What is wrong with the page as laid out: text beside the window, cut off, or over other text. Scroll to the top first. */
export function findLayoutFaults(): string[] {
  const faults: string[] = []
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth)
    faults.push(`the page is ${root.scrollWidth} wide, ${root.clientWidth} shown`)

  const pieces: { node: Text; text: string; box: DOMRect }[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const text = node.data.trim()
    const parent = node.parentElement!
    if (!text || !parent.checkVisibility({ visibilityProperty: true })) continue
    const ancestors = [parent]
    while (ancestors[0]!.parentElement) ancestors.unshift(ancestors[0]!.parentElement)
    // For screen readers only; shortened on purpose; reached by scrolling; a notification over the page.
    const isExcepted = ancestors.some((element) => {
      const { overflowX, textOverflow, webkitLineClamp, clip, clipPath, position, bottom } = getComputedStyle(element)
      const isForEars = clipPath !== 'none' || clip !== 'auto'
      const isShortened = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
      // Lies over what scrolls below it, and has the page scroll past (`--bar-room`).
      const isBar = position === 'sticky' && bottom !== 'auto'
      return isForEars || isShortened || /auto|scroll/.test(overflowX) || position === 'fixed' || isBar
    })
    if (isExcepted) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) {
      if (!box.width) continue
      pieces.push({ node, text: text.slice(0, 40), box })
      if (box.left < -1 || box.right > root.clientWidth + 1) faults.push(`"${text}" is beside the window`)
      const clipper = ancestors.find((element) => {
        const { overflowX } = getComputedStyle(element)
        const frame = element.getBoundingClientRect()
        const isOutside = box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 4
        return /hidden|clip/.test(overflowX) && isOutside
      })
      if (clipper) faults.push(`"${text}" is cut off by ${clipper.tagName} ${clipper.className}`)
    }
  }

  // Lines of display type stand closer than their boxes are high: only the middle of each counts.
  for (const [index, a] of pieces.entries())
    for (const b of pieces.slice(index + 1)) {
      if (a.node === b.node) continue
      const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
      const top = Math.max(a.box.top + a.box.height / 4, b.box.top + b.box.height / 4)
      const bottom = Math.min(a.box.bottom - a.box.height / 4, b.box.bottom - b.box.height / 4)
      if (across > 1 && bottom - top > 1) faults.push(`"${a.text}" and "${b.text}" overlap`)
    }
  return [...new Set(faults)].slice(0, 10)
}

/** Makes every text two fifths longer, with the long words of a language that glues them together. */
export function lengthenTexts(): void {
  const words = 'Mannschaftsbesprechungstermin Trainingsstundenvereinbarung '
  const walker = document.createTreeWalker(document.querySelector('#root')!, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const length = Math.ceil(node.data.trim().length * 0.4)
    if (/\p{Letter}{2}/u.test(node.data)) node.data += ` ${words.repeat(5).slice(0, length)}`
  }
}
