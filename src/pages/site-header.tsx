import { Crown, Menu, X } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { User } from '#src/accounts/contract.ts'
import { logOut, useSession } from '#src/accounts/web/session.ts'
import { AppLink } from '#src/ui/app-link.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Wordmark } from './wordmark.tsx'

/** The sections of the home page, in their order on it. */
const sections = [
  { id: 'home', label: 'Home' },
  { id: 'services', label: 'Services' },
  { id: 'coaches', label: 'Coaches' },
  { id: 'pricing', label: 'Pricing' },
  { id: 'contact', label: 'Contact' },
]

const entry =
  'touch inline-flex min-h-9 items-center gap-2 whitespace-nowrap rounded-sm px-3 font-medium text-soft xl:px-2 transition-colors hover:text-strong'

/** The bar on top of every public page: sections of the home page and the visitor's own entries. */
export function SiteHeader() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-ink">
      <a href="#content" className="sr-only focus:not-sr-only">
        Skip to content
      </a>
      <div className="wrap flex min-h-16 items-center gap-6">
        <AppLink to="/" aria-label="Level Up, home" className="touch flex shrink-0 items-center rounded-sm">
          <Wordmark />
        </AppLink>
        <nav aria-label="Main" className="ml-auto hidden items-center xl:flex">
          <SectionEntries />
        </nav>
        <div className="hidden items-center gap-2 border-line border-l pl-5 xl:flex">
          <VisitorEntries />
        </div>
        <Button
          variant="ghost"
          aria-label={open ? 'Close menu' : 'Open menu'}
          aria-expanded={open}
          aria-controls="mobile-menu"
          className="-mr-3 ml-auto px-3! xl:hidden"
          onClick={() => setOpen(!open)}
        >
          {open ? <X aria-hidden /> : <Menu aria-hidden />}
        </Button>
      </div>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links inside are the controls; a press on any also closes the menu
        <div
          id="mobile-menu"
          className="wrap flex animate-appear flex-col gap-1 border-line border-t py-4 xl:hidden"
          onClick={close}
        >
          <nav aria-label="Main" className="grid grid-cols-2">
            <SectionEntries />
          </nav>
          <div className="mt-2 flex flex-wrap items-center gap-2 border-line border-t pt-4">
            <VisitorEntries />
          </div>
        </div>
      )}
    </header>
  )
}

function SectionEntries() {
  const [pathname] = useLocation()
  const atHome = pathname === '/'
  return sections.map(({ id, label }) => (
    <a key={id} href={atHome ? `#${id}` : `/#${id}`} className={entry}>
      {label}
    </a>
  ))
}

function VisitorEntries() {
  const { user } = useSession()
  if (user) return <UserEntries user={user} />
  return (
    <>
      <AppLink to="/login" className={entry}>
        Login
      </AppLink>
      <ButtonLink to="/signup" size="sm">
        Sign Up
      </ButtonLink>
    </>
  )
}

function UserEntries({ user }: { user: User }) {
  return (
    <>
      <span className="max-w-48 truncate px-1 text-strong">Welcome, {user.name}</span>
      <AppLink to="/sessions" className={entry}>
        My Sessions
      </AppLink>
      {user.isOwner && (
        <AppLink to="/owner" className={entry}>
          <Crown aria-hidden className="size-4 text-signal" /> Dashboard
        </AppLink>
      )}
      <Button variant="secondary" size="sm" onClick={logOut}>
        Logout
      </Button>
    </>
  )
}
