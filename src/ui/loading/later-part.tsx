import { type ComponentType, lazy, memo, Suspense, useEffect, useRef, useState } from 'react'
import { hydratedEvent, laterMark, signsOfUse } from './hydrated-event.ts'
import { loadCode } from './missing-code.ts'

/** After how many milliseconds the code is loaded in any case. */
const atTheLatest = 10_000

/**
 * The part of a page below its first screen. A browser that has its HTML from the server loads its code at the first sign
 * of use, after some seconds, or when the page is left: so it is never waited for in vain. A page that the browser draws
 * itself calls `preload` first, and has it whole at once; so does the server. Give it props that stay the same: React
 * would draw a part afresh that it does not listen to yet.
 */
export function laterPart<Props extends object = object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | undefined
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  // Code that does not come leaves the part as it is: whoever presses something in it is told.
  const Lazy = lazy(() => begun.then(() => loadCode(load)).catch(() => new Promise<never>(() => {})))

  function Part(props: Props) {
    // Another type of element would be drawn afresh.
    const [Ready] = useState(() => loaded ?? Lazy)
    const place = useRef<HTMLDivElement>(null)
    useEffect(() => {
      const isMissing = place.current?.childElementCount === 0
      if (isMissing || scrollY > 0) begin()
      for (const sign of signsOfUse) addEventListener(sign, begin, { once: true, passive: true, capture: true })
      const late = setTimeout(begin, atTheLatest)
      return () => {
        for (const sign of signsOfUse) removeEventListener(sign, begin, { capture: true })
        clearTimeout(late)
        begin()
      }
    }, [])
    return (
      <div ref={place} className="contents" {...{ [laterMark]: '' }}>
        <Suspense>
          <Ready {...props} />
          <SayHeard place={place} />
        </Suspense>
      </div>
    )
  }
  async function preload() {
    // This page's own HTML has it already.
    if (typeof document !== 'undefined' && document.querySelector(`[${laterMark}]`)) return
    loaded = (await load()).default
  }
  return Object.assign(memo(Part), { preload })
}

/** Inside the boundary: React listens to it now. */
function SayHeard({ place }: { place: React.RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    place.current?.removeAttribute(laterMark)
    window.dispatchEvent(new Event(hydratedEvent))
  }, [place])
  return null
}
