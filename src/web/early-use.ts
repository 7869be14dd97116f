import { hydratedEvent, laterMark, missingEvent, waitingEvent } from '#src/ui/loading/hydrated-event.ts'
import { loadTimeoutMs, missingWords } from '#src/ui/loading/missing-code.ts'

/**
 * Records what people press, choose or type before React listens and replays it afterwards, so nothing is lost. A pressed
 * button shows that it was noticed. If React does not come (`missingEvent`), who waits for it is told.
 */
export function keepEarlyUse(): void {
  let pressed: HTMLElement | null = null
  let followed: HTMLAnchorElement | null = null
  const chosen = new Map<HTMLSelectElement, string>()
  const ticked = new Map<HTMLInputElement, boolean>()
  const typed = new Map<HTMLInputElement | HTMLTextAreaElement, string>()
  let isListening = false
  let isMissing = false
  let notice: HTMLElement | null = null
  let late: ReturnType<typeof setTimeout> | undefined

  /** Whether React does not listen to something yet: to nothing, or not to its part of the page. */
  const isEarly = (target: EventTarget | null) =>
    !isListening || (target instanceof Element && target.closest(`[${laterMark}]`) !== null)
  const on = (type: string, hold: (event: Event) => void) =>
    addEventListener(type, (event) => isEarly(event.target) && hold(event), { capture: true })

  on('click', (event) => {
    // The browser itself leads to a section of the page.
    followed = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]') ?? followed
    const button = (event.target as Element).closest<HTMLElement>('button')
    if (!button || notice?.contains(button)) return
    event.preventDefault()
    // React may already listen without having reported it: it must not handle both this press and the replayed one.
    event.stopPropagation()
    delete pressed?.dataset.heard
    pressed = button
    pressed.dataset.heard = ''
    wait()
  })
  // A form without a submit button submits on Enter without any click.
  on('submit', (event) => {
    event.preventDefault()
    wait()
  })
  // Not on 'change', which comes next: React may hydrate in between and restore the server's value.
  on('input', ({ target }) => {
    if (target instanceof HTMLSelectElement) chosen.set(target, target.value)
    if (target instanceof HTMLTextAreaElement) typed.set(target, target.value)
    if (!(target instanceof HTMLInputElement) || target.type === 'file') return
    if (target.type === 'radio' || target.type === 'checkbox') ticked.set(target, target.checked)
    else typed.set(target, target.value)
  })
  addEventListener(hydratedEvent, listen)
  addEventListener(waitingEvent, wait)
  addEventListener(missingEvent, (event) => miss() && event.preventDefault())
  // A first script that does not come cannot say so itself.
  addEventListener('error', ({ target }) => !isListening && target instanceof HTMLScriptElement && miss(), {
    capture: true,
  })

  function wait() {
    if (isMissing || !navigator.onLine) tell()
    else late ??= setTimeout(tell, loadTimeoutMs)
  }

  /** Gives whether somebody waits. */
  function miss(): boolean {
    isMissing = true
    if (late !== undefined) tell()
    return late !== undefined
  }

  function tell() {
    document.getElementById('late')?.remove()
    notice ??= showMissing()
  }

  function listen() {
    isListening = true
    if (!isEarly(pressed)) {
      clearTimeout(late)
      late = undefined
      notice?.remove()
      notice = null
      delete pressed?.dataset.heard
    }
    // A moment later: browser-only state (the query string, the signed-in user) comes with the next render.
    setTimeout(replay)
  }

  function replay() {
    for (const [select, value] of chosen) {
      if (isEarly(select)) continue
      chosen.delete(select)
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
    for (const [box, isChecked] of ticked) {
      if (isEarly(box)) continue
      ticked.delete(box)
      // React ignores a click on an option that is selected already.
      box.checked = !isChecked
      box.click()
    }
    for (const [field, value] of typed) {
      if (isEarly(field)) continue
      typed.delete(field)
      // By the element's own setter: React takes what is set by its own for known already.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    if (followed && !isEarly(followed)) {
      const again = new MouseEvent('click', { bubbles: true, cancelable: true })
      // It has led there already.
      again.preventDefault()
      followed.dispatchEvent(again)
      followed = null
    }
    // A part that comes later says so again.
    if (isEarly(pressed)) return
    const button = pressed
    pressed = null
    if (button?.isConnected) button.click()
  }
}

const offlineWords = 'You are offline. This works as soon as your connection is back.'

/** Shows the notice at the bottom of the screen, without React. */
function showMissing(): HTMLElement {
  const notice = document.createElement('div')
  notice.setAttribute('role', 'alert')
  // A dialog leaves presses beside it to what lies under them: here that could be Pay.
  notice.className =
    'pointer-events-auto fixed inset-x-0 bottom-0 z-60 flex flex-wrap items-center justify-center gap-x-6 gap-y-2 bg-warn px-4 py-3 text-ink'
  const words = document.createElement('p')
  words.textContent = navigator.onLine ? `${missingWords.title}. ${missingWords.text}` : offlineWords
  const reload = document.createElement('button')
  reload.textContent = 'Reload'
  reload.className = 'touch rounded-md border border-ink px-5 py-2 font-bold'
  reload.addEventListener('click', () => location.reload())
  notice.append(words)
  if (navigator.onLine) notice.append(reload)
  document.body.append(notice)
  return notice
}
