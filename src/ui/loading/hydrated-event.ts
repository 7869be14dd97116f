/** Fired on `window` once React listens to the page. */
export const hydratedEvent = 'level-up:hydrated'
