import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import type { User } from '#src/features/accounts/contract.ts'
import '#src/features/accounts/web/confirm.ts'
import { logOut, refreshUser, useAccount } from '#src/features/accounts/web/use-account.ts'
import { useIsCoach } from '#src/features/coaches/web/use-is-coach.ts'
import { useUnread } from '#src/features/messages/web/threads-query.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { Menu } from '#src/ui/controls/menu.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { useHydrated } from '#src/ui/loading/use-hydrated.ts'
import { SiteFrame } from './site-frame.tsx'
import { currentRoom, type Room, staffRoomsOf } from './site-rooms.ts'
import { RoomIcon } from './staff-room-icons.tsx'
import { UnreadCount } from './unread-count.tsx'
import { Wordmark } from './wordmark.tsx'

const StaffSearch = lazyDialog(() => import('./staff-search.tsx'))

/** So many rooms stand in the bar of a phone; the others are behind its last entry. */
const roomsInBar = 4

/**
 * What the rooms of staff and coaches stand in: a rail of rooms on wide screens, a bar below on others, `main`. Nothing of
 * the site's header and footer. Give the content its own `wrap`.
 */
export function StaffFrame({ children }: { children: ReactNode }) {
  const { user } = useAccount()
  const isHydrated = useHydrated()
  useSessionWatch()
  const [isSearching, setSearching] = useState(false)
  const canSearch = user !== null && (user.isOwner || user.isAdmin)
  useSearchKey(canSearch, () => setSearching(true))
  const parts = { ...useRooms(user), user, onSearch: canSearch ? () => setSearching(true) : null }
  return (
    <div className="flex min-h-svh flex-col pb-(--room-bar,0px) xl:grid xl:grid-cols-[var(--room-rail)_minmax(0,1fr)] print:block">
      <div className="contents print:hidden">
        <a
          href="#content"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-40 focus:rounded-md focus:bg-signal focus:px-5 focus:py-3 focus:font-semibold focus:text-ink"
        >
          Skip to content
        </a>
        <Top {...parts} />
        <Rail {...parts} />
      </div>
      <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
        {children}
      </main>
      <div className="contents print:hidden">
        {/* The server draws it for whoever comes; who turns out to be nobody has no rooms. */}
        {(user || !isHydrated) && <Bar {...parts} />}
      </div>
      {isSearching && user && <StaffSearch userId={user.id} onClose={() => setSearching(false)} />}
    </div>
  )
}

/** A page that everybody signed in has: staff and coaches see it in their frame, players in the site's. */
export function FrameByRole({ children }: { children: ReactNode }) {
  const { user } = useAccount()
  const isCoach = useIsCoach(user)
  const Frame = user?.isOwner || user?.isAdmin || isCoach ? StaffFrame : SiteFrame
  return <Frame>{children}</Frame>
}

type Parts = {
  user: User | null
  rooms: Room[]
  /** Which of these rooms one is in. */
  currentOf(rooms: Room[]): Room | undefined
  unreadOf(room: Room): number
  /** Null for who has nothing to search. */
  onSearch: (() => void) | null
}

function useRooms(user: User | null): Pick<Parts, 'rooms' | 'currentOf' | 'unreadOf'> {
  const isCoach = useIsCoach(user)
  const [pathname] = useLocation()
  const search = useSearch()
  const unread = useUnread(user?.id)
  const rooms = user ? staffRoomsOf(user, isCoach) : []
  const ofUnread = isCoach ? '/coach-dashboard' : '/sessions'
  return {
    rooms,
    currentOf: (rooms) => currentRoom(rooms, pathname, search),
    unreadOf: ({ to }) => (to === ofUnread ? unread : 0),
  }
}

/** In milliseconds. */
const watchEvery = 30_000

/** Asks again and again whether the session still counts: what these rooms show is for nobody else. */
function useSessionWatch() {
  useEffect(() => {
    const look = () => void (document.visibilityState === 'visible' && refreshUser())
    const timer = setInterval(look, watchEvery)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
}

/** Ctrl+K, on a Mac ⌘K. */
function useSearchKey(canSearch: boolean, onSearch: () => void) {
  useEffect(() => {
    if (!canSearch) return
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      // A dialog with work in it stays on top.
      if (!document.querySelector('[data-modal]')) onSearch()
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [canSearch, onSearch])
}

function WayToSite() {
  return (
    <AppLink to="/" aria-label="Level Up, home" className="touch flex shrink-0 items-center rounded-sm">
      <Wordmark />
    </AppLink>
  )
}

/** On narrow screens: the way to the site and the search. It scrolls away. */
function Top({ user, onSearch }: Parts) {
  return (
    <header className="flex min-h-14 items-center justify-between gap-4 border-line border-b px-[clamp(1rem,4vw,3rem)] xl:hidden">
      <WayToSite />
      {onSearch && (
        <Button variant="ghost" className="-mr-3 px-3!" onClick={onSearch}>
          <Search aria-hidden className="size-5" />
          <span className="sr-only">Search</span>
        </Button>
      )}
      <WayIn user={user} />
    </header>
  )
}

/** For who is not signed in, once that is known. */
function WayIn({ user }: { user: User | null }) {
  const isKnown = useHydrated()
  const [pathname] = useLocation()
  if (user || !isKnown) return null
  return (
    <ButtonLink to={`/login?next=${encodeURIComponent(pathname)}`} variant="secondary" size="sm">
      Login
    </ButtonLink>
  )
}

/** Its width is the page's `--room-rail` (theme.css). The Dashboard's tabs stand there. */
function Rail({ user, rooms, currentOf, unreadOf, onSearch }: Parts) {
  const inRail = rooms.filter(({ isTab }) => !isTab)
  const current = currentOf(inRail)
  return (
    <header
      data-room-rail
      className="sticky top-0 hidden h-svh flex-col gap-4 overflow-y-auto border-line border-r bg-panel p-4 xl:flex"
    >
      <WayToSite />
      {onSearch && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-start!"
          aria-keyshortcuts="Control+K"
          onClick={onSearch}
        >
          <Search aria-hidden className="size-4" /> Search
          <kbd aria-hidden className="ml-auto font-sans font-normal text-faint">
            Ctrl K
          </kbd>
        </Button>
      )}
      <nav aria-label="Your pages" className="-mx-2 grid content-start gap-0.5">
        {inRail.map((room) => (
          <RoomLink
            key={room.to}
            room={room}
            isCurrent={room === current}
            unread={unreadOf(room)}
            className="touch flex min-h-8 items-center gap-3 rounded-md px-3 py-1 font-medium leading-tight"
          />
        ))}
      </nav>
      <div className="mt-auto grid gap-3 border-line border-t pt-4 empty:hidden">
        {user && (
          <>
            <p className="text-sm text-strong [overflow-wrap:anywhere]">Welcome, {user.name}</p>
            <Button variant="secondary" size="sm" onClick={logOut}>
              Logout
            </Button>
          </>
        )}
        <WayIn user={user} />
      </div>
    </header>
  )
}

/** Its height is the page's `--room-bar` (theme.css). */
function Bar({ user, rooms, currentOf, unreadOf }: Parts) {
  const current = currentOf(rooms)
  const entry =
    'flex min-w-0 flex-col items-center justify-center gap-1 px-0.5 text-center text-[0.6875rem] font-medium leading-tight'
  const more = rooms.slice(roomsInBar)
  return (
    <div
      data-room-bar
      className="fixed inset-x-0 bottom-0 z-20 short:static grid h-(--room-bar,3.75rem) grid-cols-5 border-line border-t bg-panel pb-[env(safe-area-inset-bottom)] xl:hidden"
    >
      <nav aria-label="Your pages" className="col-span-4 grid grid-cols-4">
        {rooms.slice(0, roomsInBar).map((room) => (
          <RoomLink
            key={room.to}
            room={room}
            isCurrent={room === current}
            unread={unreadOf(room)}
            className={`${entry} relative`}
            // Beside the picture: below the words there is no room.
            badgeClassName="absolute top-0.5 left-[calc(50%+0.375rem)] scale-75 origin-top-left"
          />
        ))}
      </nav>
      {user && (
        <Menu
          label="More pages"
          variant="ghost"
          className={`${entry} h-full rounded-none! ${current && more.includes(current) ? 'text-signal!' : ''}`}
        >
          <p className="px-3 pb-2 text-strong [overflow-wrap:anywhere]">Welcome, {user.name}</p>
          {more.map((room) => (
            <MoreLink key={room.to} room={room} isCurrent={room === current} unread={unreadOf(room)} />
          ))}
          <ButtonLink to="/" variant="ghost" size="sm">
            <RoomIcon to="/" /> To the site
          </ButtonLink>
          <Button variant="ghost" size="sm" onClick={logOut}>
            <RoomIcon to="logout" /> Logout
          </Button>
        </Menu>
      )}
    </div>
  )
}

function MoreLink({ room: { to, label }, isCurrent, unread }: Pick<RoomLinkProps, 'room' | 'isCurrent' | 'unread'>) {
  const unreadId = useId()
  return (
    <ButtonLink
      to={to}
      variant="ghost"
      size="sm"
      aria-current={isCurrent ? 'page' : undefined}
      aria-describedby={unread > 0 ? unreadId : undefined}
      className="aria-[current]:text-signal!"
    >
      <RoomIcon to={to} /> {label}
      {unread > 0 && <UnreadCount id={unreadId} count={unread} />}
    </ButtonLink>
  )
}

type RoomLinkProps = { room: Room; isCurrent: boolean; unread: number; className: string; badgeClassName?: string }

function RoomLink({ room: { to, label }, isCurrent, unread, className, badgeClassName }: RoomLinkProps) {
  const unreadId = useId()
  return (
    <AppLink
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      aria-describedby={unread > 0 ? unreadId : undefined}
      className={`${className} text-soft outline-offset-[-3px] transition-colors hover:bg-raised hover:text-strong aria-[current]:bg-raised aria-[current]:text-signal`}
    >
      <RoomIcon to={to} />
      <span className="min-w-0">
        {label} {unread > 0 && <UnreadCount id={unreadId} count={unread} className={badgeClassName} />}
      </span>
    </AppLink>
  )
}
