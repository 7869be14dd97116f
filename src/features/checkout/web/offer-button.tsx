import { useQueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { coachesQuery } from '#src/features/coaches/web/coaches-query.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { toastError } from '#src/ui/feedback/toast.ts'
import { bookAgainOffer } from './book-again.ts'
import type { OpenedOffer } from './choice.ts'

type OfferButtonProps = {
  session: Parameters<typeof bookAgainOffer>[0] & { isBlocked: boolean; serviceName: string; coachName: string }
  label: string
  icon: LucideIcon
  /** Gets what can be booked like the session, where its coach still takes bookings. Gives what is opened; null: nothing, and `children` say why. */
  find(offer: OpenedOffer): Promise<OpenedOffer | null> | OpenedOffer
  onBook(offer: OpenedOffer): void
  /** Said below it. */
  children?: ReactNode
}

/** Books something like an earlier session, with its coach; says so where they are gone. Nothing where the two are no longer in touch. */
export function OfferButton({ session, label, icon: Icon, find, onBook, children }: OfferButtonProps) {
  const { serviceName, coachName } = session
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [isGone, setGone] = useState(false)

  async function press(event: MouseEvent<HTMLElement>) {
    // A menu around it stays until the answer is there, which may be said in it.
    event.stopPropagation()
    const menu = event.currentTarget.closest<HTMLElement>('[popover]')
    setBusy(true)
    try {
      const offer = bookAgainOffer(session, await client.fetchQuery({ ...coachesQuery, networkMode: 'always' }))
      setGone(!offer)
      const found = offer && (await find(offer))
      // Whoever closed the menu meanwhile goes on with something else.
      if (found && (!menu || menu.matches(':popover-open'))) {
        menu?.hidePopover()
        onBook(found)
      }
    } catch (error) {
      toastError('The free hours could not be loaded', error)
    }
    setBusy(false)
  }

  if (session.isBlocked) return null
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        busy={isBusy}
        aria-label={`${label}: ${serviceName} with ${coachName}`}
        onClick={press}
      >
        <Icon aria-hidden className="size-4" /> {label}
      </Button>
      {isGone ? (
        <p role="alert" className="w-full text-sm">
          {coachName} takes no bookings now.{' '}
          <AppLink to="/#coaches" className="text-strong underline">
            See the other coaches
          </AppLink>
        </p>
      ) : (
        children
      )}
    </>
  )
}
