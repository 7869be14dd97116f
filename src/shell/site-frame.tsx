import type { ReactNode } from 'react'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** What public pages stand in: header, `main`, footer. Give the content its own `wrap`. */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-svh flex-col print:block">
      <div className="contents print:hidden">
        <SiteHeader />
      </div>
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <div className="contents print:hidden">
        <SiteFooter />
      </div>
    </div>
  )
}
