import { useEffect, useState } from 'react'

/** The sections of the home page that navigation names, in their order on it. */
export const sections = [
  { id: 'home', label: 'Home' },
  { id: 'services', label: 'Services' },
  { id: 'coaches', label: 'Coaches' },
  { id: 'pricing', label: 'Pricing' },
  { id: 'testimonials', label: 'Reviews' },
  { id: 'contact', label: 'Contact' },
]

/** The section a reader of the home page is in; null elsewhere. A section without entry counts to the one before it. */
export function useActiveSection(atHome: boolean): string | null {
  const [active, setActive] = useState<string | null>(null)
  useEffect(() => {
    if (!atHome) return
    const all = [...document.querySelectorAll('main section[id]')]
    // The line that decides runs a bit above the middle of the window.
    const observer = new IntersectionObserver(
      (entries) => {
        const current = entries.find(({ isIntersecting }) => isIntersecting)
        if (!current) return
        const soFar = all.slice(0, all.indexOf(current.target) + 1)
        setActive(soFar.findLast((section) => sections.some(({ id }) => id === section.id))?.id ?? null)
      },
      { rootMargin: '-40% 0px -60%' },
    )
    for (const section of all) observer.observe(section)
    return () => observer.disconnect()
  }, [atHome])
  return active
}
