import { createContext } from 'react'
import type { OpenedOffer } from '#src/features/checkout/web/choice.ts'

/** What the sections can open. The value never changes while the page is shown. */
export const HomeActions = createContext<{ book(offer: OpenedOffer): void; showDemo(): void }>({
  book() {},
  showDemo() {},
})
