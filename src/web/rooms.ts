/**
 * The code of the pages that only signed-in people have, by path. In a file of its own, since the names of all the files
 * that rooms are made of weigh 2 kB, which visitors need not load.
 */
export const rooms = {
  '/account': () => import('#src/screens/account/account.tsx'),
  '/admin': () => import('#src/screens/admin/admin.tsx'),
  '/admin-booking': () => import('#src/screens/admin-booking/admin-booking.tsx'),
  '/admin-deliveries': () => import('#src/screens/admin-deliveries/deliveries.tsx'),
  '/admin-sms': () => import('#src/screens/admin-sms/admin-sms.tsx'),
  '/choose': () => import('#src/screens/choose/choose.tsx'),
  '/coach-dashboard': () => import('#src/screens/coach-dashboard/coach-dashboard.tsx'),
  '/owner': () => import('#src/screens/owner/owner.tsx'),
  '/owner/insights': () => import('#src/screens/owner-insights/insights.tsx'),
  '/payment-success': () => import('#src/screens/payment-success/payment-success.tsx'),
  '/people/:userId': () => import('#src/screens/person/person.tsx'),
  '/progress': () => import('#src/screens/progress/progress.tsx'),
  '/receipt': () => import('#src/screens/receipt/receipt.tsx'),
  '/sessions': () => import('#src/screens/sessions/sessions.tsx'),
  '/sessions/:bookingId': () => import('#src/screens/session/session.tsx'),
  '/today': () => import('#src/screens/today/today.tsx'),
}

/** Loads a room's code beside React's, not after it (other paths are left to their page), then what shows how a press ended. */
export async function preloadRoom(path: string): Promise<void> {
  if (Object.hasOwn(rooms, path)) await rooms[path as keyof typeof rooms]()
  await import('#src/ui/feedback/toaster.tsx')
}
