/** Fired on `window` once React listens. */
export const hydratedEvent = 'level-up:hydrated'
