import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from '#src/ui/class-names.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from './button.tsx'
import { useBack } from './use-back.ts'

type DialogProps = {
  title: ReactNode
  description?: ReactNode
  /** The close button, Escape, the browser's Back and a press beside the dialog; see `sticky`. */
  onClose(): void
  /** What Back does, when that is not closing. */
  onBack?(): void
  /** For forms with work in them: once something was typed or chosen, Escape, Back and a press beside it ask first, in these words. */
  sticky?: boolean | LeaveWords
  /** There is work in it that no field has told of. */
  isChanged?: boolean
  /** Escape, Back and a press beside it do nothing. */
  isLocked?: boolean
  /** What is chosen first has the focus when it opens, not the way out. */
  startsAtChoice?: boolean
  /** Which of several screens it shows: each begins at its top. */
  screen?: string
  /** The children bring a DialogBody and a DialogFoot of their own. */
  ownBody?: boolean
  className?: string
  children: ReactNode
}

type LeaveWords = { question: string; stay: string; leave: string }
const leaveWords: LeaveWords = { question: 'Close without saving?', stay: 'Keep it open', leave: 'Close' }

/** Of each open dialog: what had the focus when it opened, and behind that what opened the dialog it stood in. */
const openersOf = new WeakMap<Element, Element[]>()

/**
 * A modal dialog, open as long as it is rendered; a sheet over the whole screen on phones. Load it lazily.
 *
 * The backdrop is a plain element instead of Radix's overlay, which would inject a stylesheet that the security policy
 * forbids; theme.css locks scrolling instead.
 */
export function Dialog({
  title,
  description,
  onClose,
  onBack,
  sticky,
  isChanged,
  isLocked,
  startsAtChoice,
  screen,
  ownBody,
  className,
  children,
}: DialogProps) {
  // Radix gives the focus back only to a trigger of its own.
  const [openers] = useState(whatHasFocus)
  const [firstScreen] = useState(screen)
  const isTouched = useRef(false)
  const [isAsking, setAsking] = useState(false)
  /** Whether closing would lose something, or has to wait. */
  const isKept = () => isLocked || (sticky && (isTouched.current || isChanged || screen !== firstScreen))
  /** Then it does not close; gives whether to ask. */
  const stays = (event: Event) => {
    if (!isKept()) return false
    event.preventDefault()
    return !isLocked
  }
  useBack(() => {
    if (onBack) onBack()
    else if (!isKept()) onClose()
    else if (!isLocked) setAsking(!isAsking)
  })
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        {/* On phones nothing of the page shows below a sheet that makes room for a toast. */}
        <div data-backdrop className="pointer-events-auto fixed inset-0 z-50 animate-appear bg-ink sm:bg-ink/80" />
        <Radix.Content
          ref={(content) => {
            if (!content) return
            openersOf.set(content, openers)
            return keepFocusInSight(content)
          }}
          onInput={() => {
            isTouched.current = true
          }}
          // Where Tab starts again, Radix gives the focus without scrolling to it. Frames scroll to their fields themselves,
          // and what a finger presses must not move away under it.
          onFocus={({ target, currentTarget }) => {
            if (target !== currentTarget && !(target instanceof HTMLIFrameElement) && target.matches(':focus-visible'))
              target.scrollIntoView({ block: 'nearest' })
          }}
          data-modal
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            const content = event.currentTarget as HTMLElement
            const choice = startsAtChoice && content.querySelector<HTMLElement>('input[type=radio]:enabled')
            if (!choice) return
            event.preventDefault()
            choice.focus({ preventScroll: true })
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const opener = openers.find(({ isConnected }) => isConnected)
            // A list has handed it over already.
            if (!opener && document.activeElement !== document.body) return
            // A link in a mail opened it, or what was pressed is gone: go on where the page begins.
            const target = opener ?? document.querySelector('main')
            if (target instanceof HTMLElement) target.focus({ preventScroll: true })
          }}
          onInteractOutside={(event) => {
            // A toast lies outside, too.
            const isBackdrop = event.target instanceof Element && event.target.matches('[data-backdrop]')
            if (stays(event) && isBackdrop) setAsking(true)
          }}
          onEscapeKeyDown={(event) => stays(event) && setAsking(!isAsking)}
          className={cx(
            // Shorter while a toast is shown, which then covers nothing.
            'fixed inset-x-0 top-0 bottom-(--toast-room,0px) z-50 flex animate-rise flex-col bg-panel outline-none',
            // On a short screen all of it scrolls: a head and a foot that stay would leave no room between them. On a low one
            // the foot stays, and what has the focus is scrolled to above it.
            'scroll-p-4 low:scroll-pb-28 short:top-0! short:block short:max-h-[calc(100vh-var(--toast-room,0px))]! short:overflow-y-auto short:overscroll-contain',
            'sm:top-[max(1rem,8vh)] sm:bottom-auto sm:mx-auto sm:max-h-[min(52rem,calc(92vh-max(8vh,var(--toast-room,0px))))] sm:max-w-xl sm:rounded-lg sm:border sm:border-line sm:shadow-float',
            className,
          )}
        >
          <header className="flex items-start gap-4 border-line border-b p-5 sm:px-6">
            <div className="min-w-0 flex-1">
              <Radix.Title className="display text-lg">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-soft">{description}</Radix.Description>}
            </div>
            <Radix.Close
              aria-label="Close"
              className="-m-2 grid size-11 shrink-0 place-items-center rounded-md text-soft hover:bg-raised hover:text-strong"
            >
              <X aria-hidden className="size-5" />
            </Radix.Close>
          </header>
          {isAsking && (
            <LeaveQuestion
              words={typeof sticky === 'object' ? sticky : leaveWords}
              onStay={() => setAsking(false)}
              onLeave={onClose}
            />
          )}
          <Fragment key={screen}>{ownBody ? children : <DialogBody>{children}</DialogBody>}</Fragment>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type LeaveQuestionProps = { words: LeaveWords; onStay(): void; onLeave(): void }

/** Asks before work is lost; who stays goes on where they were. */
function LeaveQuestion({ words, onStay, onLeave }: LeaveQuestionProps) {
  const [openers] = useState(whatHasFocus)
  useEffect(
    () => () => {
      const [before] = openers
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    },
    [openers],
  )
  return (
    <Alert tone="warn" urgent title={words.question} className="shrink-0 rounded-none! border-x-0! border-t-0!">
      <span className="mt-3 flex flex-wrap gap-3">
        <Button size="sm" autoFocus onClick={onStay}>
          {words.stay}
        </Button>
        <Button size="sm" variant="secondary" onClick={onLeave}>
          {words.leave}
        </Button>
      </span>
    </Alert>
  )
}

/** What scrolls between a dialog's head and its foot. */
export function DialogBody({ children }: { children: ReactNode }) {
  return (
    <div className="flex-1 scroll-p-4 overflow-y-auto overscroll-contain p-5 sm:px-6 short:overflow-visible">
      {children}
    </div>
  )
}

/** What stays below a DialogBody: what has the focus there is never covered. */
export function DialogFoot({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={cx(
        'border-line border-t bg-panel px-5 py-4 sm:rounded-b-lg sm:px-6 low:sticky low:bottom-0 low:z-10 low:py-3',
        className,
      )}
    >
      {children}
    </div>
  )
}

type DialogButtonsProps = {
  /** What the button says that closes the dialog. */
  close?: string
  busy: boolean
  onClose(): void
  /** The button that acts. */
  children: ReactNode
}

/** The last row of a dialog that asks: its way out, which waits while it is busy, and the button that acts. */
export function DialogButtons({ close = 'Not now', busy, onClose, children }: DialogButtonsProps) {
  return (
    <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
      <Button variant="secondary" disabled={busy} onClick={onClose}>
        {close}
      </Button>
      {children}
    </div>
  )
}

/** When a toast or a turned phone takes room away, what has the focus is brought back into what is left. */
function keepFocusInSight(content: HTMLElement): () => void {
  let height = content.clientHeight
  const observer = new ResizeObserver(() => {
    const isLess = content.clientHeight < height
    height = content.clientHeight
    const focused = document.activeElement
    if (isLess && focused !== content && content.contains(focused)) focused?.scrollIntoView({ block: 'nearest' })
  })
  observer.observe(content)
  return () => observer.disconnect()
}

/** One dialog may take another's place: its button is gone then, and what opened the first one counts. */
function whatHasFocus(): Element[] {
  const focused = document.activeElement
  if (!focused || focused === document.body) return []
  const dialog = focused.closest('[data-modal]')
  return [focused, ...((dialog && openersOf.get(dialog)) ?? [])]
}
