let region: HTMLElement | undefined

/**
 * Has a screen reader say something when it is done with what it is saying, such as 'Saving...'. Gives what takes it back
 * as long as it was not said.
 */
export function announce(text: string): () => void {
  const { body } = document
  if (!region?.isConnected) {
    region = document.createElement('div')
    // Both: dialogs hide all from screen readers but what says `aria-live`.
    region.role = 'status'
    region.ariaLive = 'polite'
    region.className = 'sr-only'
    body.append(region)
  }
  region.textContent = ''
  // A moment later: what stands in a new region from the start, or the same words again, would not be read.
  const timer = setTimeout(() => {
    if (region) region.textContent = text
  }, 100)
  return () => clearTimeout(timer)
}
