import { ChevronDown, Crown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { User } from '#src/features/accounts/contract.ts'
import '#src/features/accounts/web/confirm.ts'
import { logOut } from '#src/features/accounts/web/use-account.ts'
import { useIsCoach } from '#src/features/coaches/web/use-is-coach.ts'
import { useUnread } from '#src/features/messages/web/threads-query.ts'
import { cx } from '#src/ui/class-names.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { BackCloses } from '#src/ui/controls/use-back.ts'
import { siteEntry } from './site-entry.ts'
import { type Room, roomsOf } from './site-rooms.ts'
import { UnreadCount } from './unread-count.tsx'

/**
 * How many letters of rooms the bar has space for beside the sections and the name; the others are in the menu behind it.
 * Promised rooms are always in the bar: they take space from the name.
 */
const lettersInBar = 20

/** What the header shows somebody signed in: their name, their rooms, Logout; one below the other in the mobile menu. */
export default function UserEntries({ user, inMenu }: { user: User; inMenu: boolean }) {
  const isCoach = useIsCoach(user)
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const rooms = roomsOf(user, isCoach)
  const unread = { to: isCoach ? '/coach-dashboard' : '/sessions', count: useUnread(user.id) }
  const welcome = <span className="truncate">Welcome, {user.name}</span>

  if (inMenu)
    return (
      <>
        <p className="flex px-3 pb-2 text-strong">{welcome}</p>
        <nav aria-label="Your pages" className="grid grid-cols-2">
          {rooms.map((room) => (
            <RoomLink key={room.to} {...room} unread={room.to === unread.to ? unread.count : 0} />
          ))}
        </nav>
        <Button variant="secondary" size="sm" className="mx-3 mt-3" onClick={logOut}>
          Logout
        </Button>
      </>
    )

  const inBar = rooms.filter(({ isPromised }, i) => isPromised || lettersOf(rooms.slice(0, i + 1)) <= lettersInBar)
  const more = rooms.slice(inBar.length)
  return (
    <>
      {more.length ? (
        <>
          <button type="button" popoverTarget="more-rooms" className={cx(siteEntry, 'min-w-0 text-strong!')}>
            {welcome}
            <ChevronDown aria-hidden className="size-4 shrink-0" />
          </button>
          {/* Below the name; where browsers cannot place it so, below the end of the header. */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links inside are the controls; a press on any also closes the list */}
          <div
            ref={list}
            id="more-rooms"
            popover="auto"
            className="fixed inset-auto top-16 right-[max(clamp(1rem,4vw,3rem),calc(50vw-37rem))] m-0 min-w-48 animate-appear rounded-md border border-line bg-panel p-2 shadow-float supports-[position-area:bottom]:inset-auto supports-[position-area:bottom]:mt-2 supports-[position-area:bottom]:[position-area:bottom_span-right] [&:popover-open]:grid"
            onToggle={({ newState }) => setOpen(newState === 'open')}
            onClick={(event) => event.currentTarget.hidePopover()}
          >
            {more.map((room) => (
              <RoomLink key={room.to} {...room} unread={room.to === unread.to ? unread.count : 0} />
            ))}
          </div>
          {isOpen && <BackCloses onBack={() => list.current?.hidePopover()} />}
        </>
      ) : (
        <span className="flex min-w-0 px-2 text-strong">{welcome}</span>
      )}
      <nav aria-label="Your pages" className="flex shrink-0">
        {inBar.map((room) => (
          <RoomLink key={room.to} {...room} unread={room.to === unread.to ? unread.count : 0} />
        ))}
      </nav>
      <Button variant="secondary" size="sm" className="ml-1 shrink-0" onClick={logOut}>
        Logout
      </Button>
    </>
  )
}

function lettersOf(rooms: Room[]): number {
  return rooms.reduce((sum, { label }) => sum + label.length, 0)
}

/** The number of unread messages describes the link, whose name stays. */
function RoomLink({ to, label, isOwners, unread }: Room & { unread: number }) {
  const unreadId = useId()
  return (
    <AppLink to={to} className={siteEntry} aria-describedby={unread > 0 ? unreadId : undefined}>
      {isOwners && <Crown aria-hidden className="size-4 text-signal" />}
      {label}
      {unread > 0 && <UnreadCount id={unreadId} count={unread} />}
    </AppLink>
  )
}
