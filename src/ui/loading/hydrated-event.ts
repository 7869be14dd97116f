/** Fired on `window` once React listens to the page, and again for a part of it that comes later. */
export const hydratedEvent = 'level-up:hydrated'

/** Fired on `window` where people wait for React already. */
export const waitingEvent = 'level-up:waiting'

/** Fired on `window` where React does not come. Cancelled where somebody waits for it, who is told. */
export const missingEvent = 'level-up:missing'

/** Marks a part that the server drew and React does not listen to yet: presses on it are kept until then (`keepEarlyUse`). */
export const laterMark = 'data-later'

/** The events by which somebody shows that they use the page. */
export const signsOfUse = ['scroll', 'pointerdown', 'pointerover', 'touchstart', 'keydown', 'focusin']
