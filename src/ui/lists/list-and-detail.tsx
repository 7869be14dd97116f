import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '#src/ui/class-names.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'

type ListAndDetailProps = {
  list: ReactNode
  /** Loads more of the list; called when its end comes into sight. */
  onEnd(): void
  /** What is open, or a word on what to choose. */
  detail: ReactNode
  /** Name the two sides for screen readers. */
  listLabel: string
  label: string
  /** What is open, null when nothing is: phones show it instead of the list. */
  openId: string | null
  /** Where the list is, and how phones call the way back there. */
  back: { to: string; label: string }
}

/** A list at the left and what is chosen from it at the right; on phones one after the other. */
export function ListAndDetail({ list, listLabel, onEnd, detail, label, openId, back }: ListAndDetailProps) {
  const isOpen = openId !== null
  const left = useRef<HTMLElement>(null)
  const right = useRef<HTMLElement>(null)
  const lastId = useRef<string | null | undefined>(undefined)
  // The keyboard follows to the side that changed; a page that opens with something chosen leaves it where it is.
  useEffect(() => {
    const isFirst = lastId.current === undefined
    if (lastId.current !== openId && !isFirst) (openId === null ? left : right).current?.focus({ preventScroll: true })
    lastId.current = openId
  }, [openId])
  return (
    <div className="grid gap-6 lg:items-start lg:grid-cols-[23rem_minmax(0,1fr)]">
      <section
        ref={left}
        tabIndex={-1}
        aria-label={listLabel}
        className={cx(
          'min-w-0 outline-none lg:sticky lg:top-20 lg:max-h-[calc(100vh-6rem)] lg:overflow-y-auto lg:pr-2',
          isOpen && 'max-lg:hidden',
        )}
      >
        {list}
        <EndOfList onSeen={onEnd} />
      </section>
      <section
        ref={right}
        tabIndex={-1}
        aria-label={label}
        className={cx(
          'grid min-w-0 content-start rounded-lg bg-panel outline-none lg:min-h-106',
          !isOpen && 'max-lg:hidden',
        )}
      >
        {isOpen && (
          <AppLink
            to={back.to}
            className="touch inline-flex items-center gap-2 px-4 pt-3 font-medium text-strong underline-offset-4 hover:underline lg:hidden"
          >
            <ArrowLeft aria-hidden className="size-5" /> {back.label}
          </AppLink>
        )}
        {detail}
      </section>
    </div>
  )
}

/** Nothing to see; tells when scrolling comes near it. */
function EndOfList({ onSeen }: { onSeen(): void }) {
  const end = useRef<HTMLDivElement>(null)
  const tell = useRef(onSeen)
  tell.current = onSeen
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && tell.current(), {
      rootMargin: '300px',
    })
    if (end.current) observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={end} />
}
