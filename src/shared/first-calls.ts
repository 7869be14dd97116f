/**
 * Method and address of the calls that pages make in their first load. The contracts take them from here: their schemas,
 * which with zod weigh 6 kB compressed, stay out of that load.
 */
export const firstCalls = {
  me: { method: 'GET', path: '/api/auth/me' },
  saveZone: { method: 'PUT', path: '/api/account/zone' },
  logout: { method: 'POST', path: '/api/auth/logout' },
  /** A redirect to the login page, not in the contracts. */
  loginPage: { method: 'GET', path: '/api/login' },
  listCoaches: { method: 'GET', path: '/api/coaches' },
  readCoachDetails: { method: 'GET', path: '/api/coaches/:slug' },
  checkCoach: { method: 'GET', path: '/api/coaches/check' },
  freeHours: { method: 'GET', path: '/api/free-hours' },
  nextFreeHours: { method: 'GET', path: '/api/next-free-hours' },
  listCoachRatings: { method: 'GET', path: '/api/coaches/:slug/ratings' },
  seller: { method: 'GET', path: '/api/seller' },
  listThreads: { method: 'GET', path: '/api/threads' },
  listCoachSessions: { method: 'GET', path: '/api/bookings/coach' },
  listSessionStates: { method: 'GET', path: '/api/session-states' },
  myCoachProfile: { method: 'GET', path: '/api/coach/profile' },
  listStories: { method: 'GET', path: '/api/success-stories' },
  listFeaturedStories: { method: 'GET', path: '/api/success-stories/featured' },
} as const
