import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { CloseIcon, MenuIcon } from '#src/ui/controls/plain-icons.tsx'
import { BackCloses } from '#src/ui/controls/use-back.ts'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { inTime, loadCode } from '#src/ui/loading/missing-code.ts'
import { siteEntry } from './site-entry.ts'
import { sections, useActiveSection } from './site-sections.ts'
import { Wordmark } from './wordmark.tsx'

// Visitors never load it. When it does not come, or not in time, the page stays whole without it.
const UserEntries = lazy(() =>
  loadCode(() => inTime(import('./site-user-entries.tsx'))).catch(() => ({ default: MissingEntries })),
)

const UnreadMark = lazy(() => loadCode(() => import('./unread-mark.tsx')).catch(() => ({ default: () => null })))

function MissingEntries() {
  return (
    <Button
      size="sm"
      onClick={(event) => {
        // A menu around it stays: the step back of one that closes would break the reload off.
        event.stopPropagation()
        location.reload()
      }}
    >
      Reload to see your account
    </Button>
  )
}

/** The bar on top of every public page: sections of the home page and the visitor's own entries. */
export function SiteHeader() {
  const { user } = useAccount()
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)

  function putAway() {
    close()
    toggle.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape anywhere in the header closes its menu
    <header
      className="sticky top-0 z-30 short:relative border-line border-b bg-ink"
      onKeyDown={({ key }) => key === 'Escape' && isOpen && putAway()}
    >
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-10 focus:rounded-md focus:bg-signal focus:px-5 focus:py-3 focus:font-semibold focus:text-ink"
      >
        Skip to content
      </a>
      <div className="wrap flex min-h-16 items-center gap-x-6 max-[15rem]:gap-x-0">
        <AppLink to="/" aria-label="Level Up, home" className="touch flex shrink-0 items-center rounded-sm">
          <Wordmark />
        </AppLink>
        <nav aria-label="Main" className="hidden shrink-0 items-center xl:flex">
          <SectionEntries />
        </nav>
        <div className="ml-auto hidden min-w-0 items-center gap-1 xl:flex">
          <OwnEntries />
        </div>
        <Button
          ref={toggle}
          variant="ghost"
          aria-label={isOpen ? 'Close menu' : 'Open menu'}
          aria-expanded={isOpen}
          aria-controls={isOpen ? 'mobile-menu' : undefined}
          className="relative -mr-3 ml-auto px-3! xl:hidden"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <CloseIcon /> : <MenuIcon />}
          <Suspense>{user && <UnreadMark userId={user.id} />}</Suspense>
        </Button>
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links inside are the controls; a press on any also closes the menu
        <div
          id="mobile-menu"
          className="wrap absolute inset-x-0 top-full max-h-[calc(100svh-4rem)] animate-appear overflow-y-auto border-line border-b bg-ink py-4 xl:hidden"
          onClick={close}
        >
          <BackCloses onBack={putAway} />
          <nav aria-label="Main" className="grid grid-cols-2">
            <SectionEntries />
            <AppLink to="/coaches" className={siteEntry}>
              All coaches
            </AppLink>
          </nav>
          <div className="mt-3 border-line border-t pt-4">
            <OwnEntries inMenu />
          </div>
        </div>
      )}
    </header>
  )
}

function SectionEntries() {
  const [pathname] = useLocation()
  const atHome = pathname === '/'
  const active = useActiveSection(atHome)
  return sections.map(({ id, label }) => (
    <AppLink
      key={id}
      to={`/#${id}`}
      aria-current={atHome && id === active ? 'location' : undefined}
      className={siteEntry}
    >
      {label}
    </AppLink>
  ))
}

function OwnEntries({ inMenu = false }: { inMenu?: boolean }) {
  const { user } = useAccount()
  if (user)
    return (
      <Suspense>
        <UserEntries user={user} inMenu={inMenu} />
      </Suspense>
    )
  return <WaysIn />
}

/** Both lead back to where one is; pages on the way in hand on where they lead. From the home page they lead to it (R22). */
function WaysIn() {
  const [pathname] = useLocation()
  const search = useSearch()
  const isOnTheWay = /^\/(login|signup|forgot-password)$/.test(pathname)
  // The server draws unknown addresses as `*` and `/coaches/:slug`, which lead nowhere.
  const here = /^\/[\w/-]+$/.test(pathname) ? pathname + (search.size ? `?${search}` : '') : null
  const next = isOnTheWay ? search.get('next') : here
  const query = next ? `?next=${encodeURIComponent(next)}` : ''
  useEffect(() => {
    // Who is there is known from now on (`in-html.ts`).
    delete document.documentElement.dataset.signedIn
  }, [])
  return (
    <div className="flex in-data-signed-in:invisible items-center gap-2">
      <AppLink to={`/login${query}`} className={siteEntry}>
        Login
      </AppLink>
      <ButtonLink to={`/signup${query}`} size="sm">
        Sign Up
      </ButtonLink>
    </div>
  )
}
