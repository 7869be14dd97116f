/** Fired on `window` once React listens to the page, and on a lazy section once it listens to that. */
export const hydratedEvent = 'level-up:hydrated'
