import { hydratedEvent } from '#src/ui/loading/hydrated-event.ts'
import { missingWords, patience } from '#src/ui/loading/missing-code.ts'

/**
 * Records what people press or choose before React listens and replays it afterwards, so nothing is lost. (Before this
 * module is loaded the browser posts forms itself: `Form`.) A pressed button shows that it was noticed. Call `wait` if
 * people already wait and `giveUp` if React does not come: then the person is told. `giveUp` returns whether somebody
 * is waiting.
 */
export function keepEarlyUse(): { wait(): void; giveUp(): boolean } {
  let pressed: HTMLElement | null = null
  const chosen = new Map<HTMLSelectElement, string>()
  const radios: HTMLInputElement[] = []
  let isListening = false
  let isMissing = false
  let notice: HTMLElement | null = null
  let late: ReturnType<typeof setTimeout> | undefined

  const on = (type: string, hold: (event: Event) => void) =>
    addEventListener(type, (event) => isListening || hold(event), { capture: true })

  on('click', (event) => {
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
    if (target instanceof HTMLInputElement && target.type === 'radio') radios.push(target)
  })
  addEventListener(hydratedEvent, listen, { once: true })

  function wait() {
    if (isMissing) tell()
    else late ??= setTimeout(tell, patience)
  }

  function tell() {
    notice ??= showMissing()
  }

  function listen() {
    isListening = true
    clearTimeout(late)
    notice?.remove()
    delete pressed?.dataset.heard
    // A moment later: browser-only state (the query string, the signed-in user) comes with the next render.
    setTimeout(replay)
  }

  function replay() {
    for (const [select, value] of chosen) {
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
    for (const radio of radios) {
      // React ignores a click on an option that is selected already.
      radio.checked = false
      radio.click()
    }
    if (pressed?.isConnected) pressed.click()
  }

  function giveUp() {
    isMissing = true
    if (late) tell()
    return late !== undefined
  }
  return { wait, giveUp }
}

/** Shows the notice at the bottom of the screen, without React. */
function showMissing(): HTMLElement {
  const notice = document.createElement('div')
  notice.setAttribute('role', 'alert')
  notice.className =
    'fixed inset-x-0 bottom-0 z-60 flex flex-wrap items-center justify-center gap-x-6 gap-y-2 bg-warn px-4 py-3 text-ink'
  const words = document.createElement('p')
  words.textContent = `${missingWords.title}. ${missingWords.text}`
  const reload = document.createElement('button')
  reload.textContent = 'Reload'
  reload.className = 'touch rounded-md border border-ink px-5 py-2 font-bold'
  reload.addEventListener('click', () => location.reload())
  notice.append(words, reload)
  document.body.append(notice)
  return notice
}
