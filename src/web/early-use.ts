import { hydratedEvent } from '#src/ui/hydrated-event.ts'

/** A part of the page that React starts to listen to at one moment: the page, or one of its lazy sections. */
type Area = { pressed: HTMLElement | null; chosen: Map<HTMLSelectElement, string>; radios: HTMLInputElement[] }

/**
 * Keeps what people do before React listens: a button pressed or an option chosen meanwhile is pressed or chosen again
 * afterwards, so nothing is lost and no form leaves through the address bar.
 */
export function replayEarlyUse(): void {
  const areas = new Map<EventTarget, Area>()
  const listening = new WeakSet<EventTarget>()

  /** Where this happened, as long as React does not listen there. */
  function waitingArea({ target }: Event): Area | undefined {
    const section = target instanceof Element ? (target.closest('[data-lazy]') ?? window) : window
    if (listening.has(section)) return
    const area = areas.get(section) ?? { pressed: null, chosen: new Map(), radios: [] }
    areas.set(section, area)
    return area
  }

  const on = (type: string, hold: (event: Event) => void) => addEventListener(type, hold, { capture: true })
  on('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('button')
    const area = button && waitingArea(event)
    if (!area) return
    area.pressed = button
    event.preventDefault()
    // React may listen already and only not have said so: it must not take this press and the replayed one.
    event.stopPropagation()
  })
  // A form without a submit button submits on Enter without any click.
  on('submit', (event) => waitingArea(event) && event.preventDefault())
  // Not at 'change', which comes next: React may hydrate in between, and puts back what the server sent.
  on('input', (event) => {
    const { target } = event
    if (target instanceof HTMLSelectElement) waitingArea(event)?.chosen.set(target, target.value)
    if (target instanceof HTMLInputElement && target.type === 'radio') waitingArea(event)?.radios.push(target)
  })
  on(hydratedEvent, ({ target }) => {
    listening.add(target!)
    const area = areas.get(target!)
    // A moment later: what only the browser knows (the query string, who is signed in) comes with the next rendering.
    if (area) setTimeout(replay, 0, area)
  })
}

function replay({ pressed, chosen, radios }: Area): void {
  for (const [select, value] of chosen) {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }
  for (const radio of radios) {
    // A click on a button that is on already tells React nothing.
    radio.checked = false
    radio.click()
  }
  if (pressed?.isConnected) pressed.click()
}
