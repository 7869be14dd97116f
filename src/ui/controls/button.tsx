import { type ButtonHTMLAttributes, type ComponentProps, type MouseEvent, useEffect, useRef } from 'react'
import { cx } from '#src/ui/class-names.ts'
import { announce } from '#src/ui/feedback/announce.ts'
import { Spinner } from '#src/ui/loading/spinner.tsx'
import { AppLink } from './app-link.tsx'

const variants = {
  primary: 'bg-signal text-ink hover:bg-signal-hover',
  secondary: 'border border-edge text-strong hover:border-strong hover:bg-raised',
  ghost: 'text-strong hover:bg-raised',
  danger: 'bg-bad text-ink hover:bg-bad/85',
}
const sizes = {
  sm: 'min-h-9 px-3 text-sm',
  md: 'min-h-11 px-5 text-base',
  // Important, or `touch` would make it lower on phones.
  lg: 'min-h-14! px-7 text-lg',
}

type Look = { variant?: keyof typeof variants; size?: keyof typeof sizes }

function look({ variant = 'primary', size = 'md' }: Look, className?: string) {
  return cx(
    'touch inline-flex items-center justify-center gap-2 rounded-md text-center font-label font-bold leading-tight',
    'transition-[background-color,border-color,transform] active:translate-y-px',
    // Forced colours take the fill away.
    'forced-colors:border',
    'aria-disabled:active:translate-y-0 aria-busy:cursor-progress',
    'aria-disabled:not-aria-busy:cursor-not-allowed aria-disabled:not-aria-busy:opacity-45',
    variants[variant],
    sizes[size],
    className,
  )
}

type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean; ref?: React.Ref<HTMLButtonElement> }

/**
 * A button. `disabled` and `busy` ignore presses but keep the focus: keyboard users go on from there.
 * `busy` also shows a spinner before the words and says them aloud. `type` is `button` unless said otherwise.
 */
export function Button({ variant, size, busy, disabled, className, children, onClick, ...rest }: ButtonProps) {
  const isOff = busy || disabled
  const words = useRef<HTMLSpanElement>(null)
  useSayWhenBusy(words, busy)
  return (
    <button
      type="button"
      {...rest}
      onClick={isOff ? ignore : onClick}
      // Not the browser's own `disabled`, which takes the focus away.
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      className={look({ variant, size }, className)}
    >
      {busy && <Spinner />}
      {/* An element of its own: Chrome's translation takes bare text away, and React could put nothing before it. */}
      <span ref={words} className="contents">
        {children}
      </span>
    </button>
  )
}

/** Enter in a field presses the form's button, too: nothing is sent twice. */
function ignore(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}

/** Words that do not change when it is busy say nothing new: then it says that one has to wait. */
function useSayWhenBusy(words: React.RefObject<HTMLElement | null>, busy = false) {
  const idle = useRef('')
  useEffect(() => {
    const text = words.current?.textContent ?? ''
    if (busy) return announce(text === idle.current ? `${text}: please wait` : text)
    idle.current = text
  }, [busy, words])
}

/** A link that looks like a button; `to` is a path of ours. */
export function ButtonLink({ variant, size, className, ...rest }: Look & ComponentProps<typeof AppLink>) {
  return <AppLink {...rest} className={look({ variant, size }, className)} />
}

/** A plain anchor that looks like a button: sections of the same page (`#contact`), `tel:`, `mailto:`, downloads. */
export function ButtonAnchor({ variant, size, className, ...rest }: Look & ComponentProps<'a'>) {
  return <a {...rest} className={look({ variant, size }, className)} />
}
