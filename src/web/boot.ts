import { hydratedEvent } from './hydrated-event.ts'

/**
 * Starts React. The HTML is complete without it, so on the home page an anonymous visitor's browser hydrates when idle or at
 * the first sign of use; any other page, and a signed-in visitor's, hydrates at once. A button pressed before that is
 * held and pressed again afterwards, so no press is lost and no form leaves through the address bar.
 */
function boot() {
  replayEarlyPress()
  if (location.pathname !== '/' || localStorage.getItem('auth_token')) start()
  else startWhenIdleOrUsed()
}

let started = false
function start() {
  if (started) return
  started = true
  void import('./entry-client.tsx')
}

function startWhenIdleOrUsed() {
  const signs = ['pointerdown', 'pointerover', 'touchstart', 'keydown', 'focusin']
  for (const sign of signs) addEventListener(sign, start, { once: true, passive: true, capture: true })
  // Safari has no requestIdleCallback.
  const idle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(start, { timeout: 2000 }) : setTimeout(start, 200)
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true })
}

function replayEarlyPress() {
  let pressed: HTMLElement | null = null
  const hold = (event: Event) => {
    const button = (event.target as Element).closest<HTMLElement>('button, summary')
    if (!button) return
    pressed = button
    event.preventDefault()
  }
  // A form without a submit button submits on Enter without any click.
  const stop = (event: Event) => event.preventDefault()
  addEventListener('click', hold, { capture: true })
  addEventListener('submit', stop, { capture: true })
  addEventListener(
    hydratedEvent,
    () => {
      removeEventListener('click', hold, { capture: true })
      removeEventListener('submit', stop, { capture: true })
      if (pressed?.isConnected) pressed.click()
    },
    { once: true },
  )
}

boot()
