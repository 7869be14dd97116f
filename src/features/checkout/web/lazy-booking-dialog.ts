import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { services } from '#src/features/bookings/services.ts'
import { freeHoursQuery } from '#src/features/bookings/web/picker/free-hours-query.ts'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { signsOfUse } from '#src/ui/loading/hydrated-event.ts'
import { keepPendingBooking } from './pending-booking.ts'

/** The booking dialog: 40 kB, which nobody loads who only reads. */
export const BookingDialog = lazyDialog(() => import('./booking-dialog.tsx'), {
  keep: ({ offer }) => keepPendingBooking(offer),
  shell: ({ offer }) => ({ title: offer.coachName, text: offer.title, isWide: true }),
})

/** How long a button that books must be in view, and how long nobody's page is left alone, in milliseconds. */
const [seenFor, leftAloneFor] = [1_000, 5_000]

/** How long free hours wait for the press on the button that the pointer has come to, in milliseconds. */
const keptFor = 10_000

/**
 * Loads the booking dialog's code before it is asked for: once, when a button that books (`data-books`) has been in view
 * for a second. Not while the page itself loads: somebody must have moved on it, or some time gone by. When a pointer or a
 * finger comes to such a button, both are asked for at once: the code, and the free hours of its coach (their id).
 */
export function useEarlyBookingDialog(): void {
  const client = useQueryClient()
  useEffect(() => {
    const timers = new Map<Element, ReturnType<typeof setTimeout>>()
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        clearTimeout(timers.get(target))
        if (isIntersecting) timers.set(target, setTimeout(load, seenFor))
      }
    })
    let isLoading = false
    function watch() {
      stopWaiting()
      for (const button of document.querySelectorAll('[data-books]')) observer.observe(button)
    }
    function load() {
      if (isLoading) return
      isLoading = true
      stop()
      // A failure is no matter: the press tries again. Without a network it would be remembered as failed.
      if (navigator.onLine)
        Promise.all([BookingDialog.preload(), import('#src/ui/feedback/toaster.tsx')]).catch(() => {})
    }
    function stop() {
      stopWaiting()
      observer.disconnect()
      for (const timer of timers.values()) clearTimeout(timer)
    }
    const late = setTimeout(watch, leftAloneFor)
    for (const sign of signsOfUse) addEventListener(sign, watch, { passive: true })
    function stopWaiting() {
      clearTimeout(late)
      for (const sign of signsOfUse) removeEventListener(sign, watch)
    }
    function come({ target }: Event) {
      const button = (target as Element).closest<HTMLElement>('[data-books]')
      if (!button) return
      load()
      const coachId = button.dataset.books
      if (!coachId) return
      const query = freeHoursQuery(services[0].id, coachId)
      void client.prefetchQuery({ ...query, staleTime: keptFor, gcTime: keptFor })
    }
    // Comes with a finger, too, before the press.
    addEventListener('pointerover', come, { passive: true })
    return () => {
      stop()
      removeEventListener('pointerover', come)
    }
  }, [client])
}
