import type { ReactNode } from 'react'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/**
 * What public pages stand in: header, `main`, footer. Give the content its own `wrap`. The footer begins below the first
 * screen, so that it does not move when content comes.
 */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-svh flex-col print:block">
      <div className="contents print:hidden">
        <SiteHeader />
      </div>
      <main id="content" tabIndex={-1} className="min-h-[calc(100svh-4rem)] flex-1 outline-none print:min-h-0">
        {children}
      </main>
      <div className="contents print:hidden">
        <SiteFooter />
      </div>
    </div>
  )
}
